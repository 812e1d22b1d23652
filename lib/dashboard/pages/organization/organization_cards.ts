import { card } from "../../design/card.ts";
import { postSitemapUrl, sitemapUrl, type StoredOrganization } from "../../../content/mod.ts";
import { type FieldErrors, inputField, selectField, textField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { apiOriginOf, sitemapPaths } from "../../origin_of.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { setupPage } from "../setup/setup_steps.ts";

const paidContentChoices = [
  ["open", "Everyone"],
  ["key", "Callers with a key"],
] as const;

/** Name of a setting that is a text or a list of texts. */
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
  return typeof value === "object" ? value.join("\n") : (value ?? "");
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
<div class="field-row">${inputField({ name: "language", label: "Language", hint: "For posts without a language: a BCP 47 tag such as en-US", value: value("language"), isRequired: true, errors })}
${inputField({ name: "section", label: "Section", hint: "For posts without a section", value: value("section"), longest: 200, isRequired: true, errors })}</div>
${textField({ name: "speakable", label: "Speakable selectors", hint: "CSS selectors of title, description and paragraphs of a post's page, one per line. Try them below.", rows: 4, value: value("speakable"), isRequired: true, errors })}`,
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
