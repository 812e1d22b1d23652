import { card } from "../../design/components.ts";
import { postSitemapUrl, sitemapUrl, type StoredOrganization, type FeedPaths } from "../../../content/mod.ts";
import { type FieldErrors, inputField, selectField, textField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { apiOriginOf, sitemapPaths, apiPlaceOf } from "../../origin_of.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { setupPage } from "../setup/setup_steps.ts";
import { optionalTextOf, textOf } from "../../form/read_form.ts";
import { publicApiAddress } from "../../../base/api_address.ts";

const paidContentChoices = [
  ["open", "Everyone"],
  ["key", "Callers with a key"],
] as const;

const kinds = [
  ["rss", "RSS", "rss.xml"],
  ["atom", "Atom", "atom.xml"],
  ["json", "JSON Feed", "feed.json"],
] as const;

/** Name of a setting that is a text, or a list with a line for each item. */
type SettingName =
  | "name"
  | "siteUrl"
  | "description"
  | "logo"
  | "sameAs"
  | "postUrlTemplate"
  | "language"
  | "section"
  | "speakable"
  | "sitemapUrl"
  | "postSitemapUrl"
  | "previewUrl"
  | "synonyms"
  | "paidContent";

/** Values and errors of the form. */
export interface SettingParts {
  visit: Visit;
  organization: StoredOrganization;
  value: (name: SettingName) => string;
  errors: FieldErrors | undefined;
}

/** Returns a setting as the text of its field. */
export function settingValue(organization: StoredOrganization, name: SettingName): string {
  const { [name]: value } = organization;
  if (typeof value !== "object") return value ?? "";
  return value.map((item) => (typeof item === "object" ? item.join(", ") : item)).join("\n");
}

/** Renders the settings of the site and its publisher. */
export function siteCard({ value, errors }: SettingParts): Html {
  return card({
    id: "site",
    title: "Site",
    body: html`${inputField({ name: "name", label: "Name", value: value("name"), longest: 200, isRequired: true, errors })}
${inputField({ name: "siteUrl", label: "Site URL", hint: "The site that shows the posts, such as https://example.com", type: "url", value: value("siteUrl"), isRequired: true, errors })}
${textField({ name: "description", label: "Description", hint: "Plain text, at most 1,000 characters. Feeds and llms.txt begin with it.", rows: 2, value: value("description"), errors })}
${inputField({ name: "logo", label: "Logo", hint: "Absolute URL. Empty the field to remove the logo.", type: "url", value: value("logo"), errors })}
${textField({ name: "sameAs", label: "Other pages", hint: "URLs of other pages about the organization, such as profiles, one per line", rows: 3, value: value("sameAs"), errors })}`,
  });
}

/** Renders the settings that apply to posts. */
export function postsCard({ value, errors }: SettingParts): Html {
  return card({
    id: "posts",
    title: "Posts",
    body: html`${inputField({ name: "postUrlTemplate", label: "Path of a post", hint: "{slug} stands for the post's slug, such as /blog/{slug}", value: value("postUrlTemplate"), isRequired: true, errors })}
${inputField({ name: "previewUrl", label: "Preview on the site", hint: "An https URL on the site's host with {slug} and {token}. Default: preview links lead to a plain page.", value: value("previewUrl"), longest: 1000, errors })}
<div class="field-row">${inputField({ name: "language", label: "Language", hint: "For posts without a language: a BCP 47 tag such as en-US", value: value("language"), isRequired: true, errors })}
${inputField({ name: "section", label: "Section", hint: "For posts without a section", value: value("section"), longest: 200, isRequired: true, errors })}</div>
${textField({ name: "speakable", label: "Speakable selectors", hint: "CSS selectors of title, description and paragraphs of a post's page, one per line. Try them below.", rows: 4, value: value("speakable"), isRequired: true, errors })}`,
  });
}

/** Renders the words that mean the same in searches. */
export function searchCard({ visit, value, errors }: SettingParts): Html {
  return card({
    id: "search",
    title: "Search",
    body: html`${textField({ name: "synonyms", label: "Synonyms", hint: "Words and phrases that mean the same, separated by commas, a group per line: car, automobile, motor car", rows: 4, value: value("synonyms"), errors })}
<p class="hint"><a href="${pathTo(visit, "search")}">Queries without results</a> show what readers call your topics.</p>`,
  });
}

/** Renders the addresses of the sitemaps. */
export function sitemapsCard({ visit, organization, value, errors }: SettingParts): Html {
  const origin = apiOriginOf(visit.request, visit);
  const paths = sitemapPaths(visit);
  const { sitemapUrl: _own, postSitemapUrl: _ownPosts, ...others } = organization;
  return card({
    id: "sitemaps",
    title: "Sitemaps",
    body: html`<p>The site shows two sitemaps of the API. <a href="${pathTo(visit, setupPage)}#sitemap">Rules for its proxy, and a check</a></p>
<div class="field-row">${inputField({ name: "sitemapUrl", label: "Sitemap on the site", hint: `Default: ${sitemapUrl(others)}`, type: "url", value: value("sitemapUrl"), errors })}
${inputField({ name: "postSitemapUrl", label: "Sitemap of the posts on the site", hint: `Default: ${postSitemapUrl(others)}`, type: "url", value: value("postSitemapUrl"), errors })}</div>
<dl class="facts">
<dt>Sitemap at the API</dt><dd><code data-copy>${origin}${paths.organization}</code></dd>
<dt>Sitemap of the posts at the API</dt><dd><code data-copy>${origin}${paths.posts}</code></dd>
</dl>`,
  });
}

/** Renders the setting of posts that are not free. */
export function paidCard({ value, errors }: SettingParts): Html {
  return card({
    id: "paid",
    title: "Paid content",
    body: html`${selectField({ name: "paidContent", label: "Posts that are not free", hint: "Callers of the API who get the HTML and the FAQ entries of posts that are not free. Feeds never have them.", value: value("paidContent") || "open", choices: paidContentChoices, errors })}`,
  });
}

/**
 * Renders the settings of the feeds, and their addresses.
 *
 * @param entered the sent form, if it is shown again
 */
export function feedsCard(
  visit: Visit,
  { feeds = false, slug }: StoredOrganization,
  entered: FormData | undefined,
  errors: FieldErrors | undefined,
): Html {
  const paths: FeedPaths = typeof feeds === "object" ? feeds : {};
  const isOn = entered === undefined ? feeds !== false : entered.has("feeds");
  const value = (kind: keyof FeedPaths): string =>
    entered === undefined ? (paths[kind] ?? "") : textOf(entered, fieldOf(kind));
  const addressOf = (...names: string[]): string => publicApiAddress(apiPlaceOf(visit), ...names);
  const error = errors?.["feeds"];
  return card({
    id: "feeds",
    title: "Feeds and llms.txt",
    body: html`<input type="hidden" name="feedsShown" value="on">
<div class="inline"><label><input type="checkbox" name="feeds" value="on"${isOn && html` checked`}> Publish feeds of the newest posts, and llms.txt</label></div>
<p class="hint">If the site shows a feed, enter its path, such as /feed.xml, so that the feed names its own address.</p>
<div class="field-row">${kinds.map(([kind, label]) => inputField({ name: fieldOf(kind), label: `Path of ${label}`, value: value(kind) }))}</div>
${error !== undefined && html`<p class="error">A path ${error}</p>`}
${
  feeds !== false &&
  html`<dl class="facts">
${kinds.map(([, label, file]) => html`<dt>${label}</dt><dd><code data-copy>${addressOf("feed", slug, file)}</code></dd>\n`)}<dt>llms.txt</dt><dd><code data-copy>${addressOf("llms", slug)}</code></dd>
<dt>llms-full.txt</dt><dd><code data-copy>${addressOf("llms-full", slug)}</code></dd>
</dl>`
}`,
  });
}

/** Returns the change of the feeds, or nothing if the form has no feeds or they stay off. */
export function changedFeeds(
  form: FormData,
  before: StoredOrganization["feeds"],
): { feeds?: boolean | FeedPaths } {
  if (!form.has("feedsShown")) return {};
  if (!form.has("feeds")) return before === undefined ? {} : { feeds: false };
  const paths: FeedPaths = {};
  for (const [kind] of kinds) {
    const path = optionalTextOf(form, fieldOf(kind));
    if (path !== undefined) paths[kind] = path;
  }
  return { feeds: Object.keys(paths).length === 0 ? true : paths };
}

function fieldOf(kind: keyof FeedPaths): string {
  return `feed-${kind}`;
}
