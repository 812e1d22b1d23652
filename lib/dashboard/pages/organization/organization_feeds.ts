import { card } from "../../design/card.ts";
import type { FeedPaths, StoredOrganization } from "../../../content/mod.ts";
import { type FieldErrors, inputField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { apiPlaceOf } from "../../origin_of.ts";
import { optionalTextOf, textOf } from "../../form/read_form.ts";
import type { Visit } from "../../visit.ts";
import { publicApiAddress } from "../../../base/api_address.ts";

const kinds = [
  ["rss", "RSS", "rss.xml"],
  ["atom", "Atom", "atom.xml"],
  ["json", "JSON Feed", "feed.json"],
] as const;

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
