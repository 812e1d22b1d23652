import type { ImportItem, Place } from "../import_item.ts";
import type { WordPressHtml } from "./wordpress_to_html.ts";

/** Facts about a post that its writer should know. */
export interface PostFacts {
  /** The post's title in quotes. */
  label: string;
  place: Place;
  /** True for a scheduled post without a date. */
  isDateless: boolean;
  /** Tags above the limits. */
  lostTags: readonly string[];
  /** Id of the featured image that is not in the export. */
  lostImage: string | undefined;
}

/** Maximum length of the names in a note. */
const maxNamesLength = 1000;

/** Blocks that show other posts or parts of the site. They are no content of the post. */
const siteBlocks =
  /^(?:core\/)?(?:archives|avatar|calendar|categories|comment.*|home-link|latest-.*|loginout|navigation.*|page-list.*|post-.*|query.*|read-more|rss|search|shortcode|site-.*|social-links?|tag-cloud|template-part|term-.*)$/;

/** Yields the notes for a post. */
export function* postNotes(
  { shortcodes, dynamicBlocks, missing }: WordPressHtml,
  { label, place, isDateless, lostTags, lostImage }: PostFacts,
): Generator<ImportItem> {
  if (isDateless) {
    const text = `${label} is scheduled without a date, so it becomes a draft`;
    yield { kind: "note", category: "not-public", text, place };
  }
  if (shortcodes.total > 0) {
    const text = `${label} contains the shortcodes ${short(String(shortcodes))}, which stay unchanged`;
    yield { kind: "note", category: "shortcode", text, count: shortcodes.total, place };
  }
  if (dynamicBlocks.total > 0) {
    const text = `${label} contains the blocks ${short(String(dynamicBlocks))}, which have no content in the export`;
    const isLoss = dynamicBlocks.entries().some(([name]) => !siteBlocks.test(name));
    yield { kind: "note", category: "block", text, count: dynamicBlocks.total, isLoss, place };
  }
  if (missing.total > 0) {
    const text = `${label} shows the attachments ${short(String(missing))}, which are not in the export`;
    yield { kind: "note", category: "attachment", text, count: missing.total, isLoss: true, place };
  }
  if (lostImage !== undefined) {
    const text = `the featured image of ${label}, the attachment ${short(lostImage)}, is not in the export`;
    yield { kind: "note", category: "featured-image", text, isLoss: true, place };
  }
  if (lostTags.length > 0) {
    const text = `${label} has tags above the limit of 50 tags of 100 characters: ${short(lostTags.join(", "))}`;
    yield { kind: "note", category: "tag-limit", text, count: lostTags.length, isLoss: true, place };
  }
}

function short(names: string): string {
  return names.length <= maxNamesLength ? names : `${names.slice(0, maxNamesLength)}…`;
}
