import type { CustomField, PostStatus } from "../../content/mod.ts";
import { toNames } from "../../base/text/name.ts";
import { cutText } from "../../base/text/well_formed.ts";
import { Audience, unknownLanguage } from "../values/audience.ts";
import { importedValues, readValues } from "../front_matter/fields/custom_values.ts";
import type { ImportItem, Place } from "../import_item.ts";
import {
  fieldText,
  lastSegment,
  toByline,
  toDescription,
  toImage,
  toLanguage,
  toPostInput,
  toSlugOrTitle,
  toTags,
} from "../values/post_fields.ts";
import { childrenOf, childText, textIn, type XmlElement } from "../markup/xml_records.ts";
import { withAttachmentFiles } from "./attachment_links.ts";
import { LanguageParts } from "./language_parts.ts";
import { languageOf } from "./post_language.ts";
import type { WordPressClock } from "./wordpress_dates.ts";
import { withoutRestrictedShortcodes } from "./restrictions/restricted_shortcodes.ts";
import { runShortSteps } from "../../base/yielding.ts";
import { readAudienceFields } from "./restrictions/restricted_fields.ts";
import {
  addressesById,
  earlierAddresses,
  seoFieldsOf,
  seoValuesOf,
  unreadLayoutOf,
} from "./private_fields.ts";
import { hasPassword, metaOf, publicMeta } from "./meta_of.ts";
import { shownContent, type ShownContent } from "./elementor_html.ts";
import type { WordPressIndex } from "./wordpress_index.ts";
import { renderedToHtml, wordpressToHtml, type WordPressHtml } from "./wordpress_to_html.ts";
import { escapeXml } from "../../base/text/escape_xml.ts";
import { footnotesHeading } from "../markdown/mod.ts";

/** Facts about a post that its writer should know. */
interface PostFacts {
  /** The post's title in quotes. */
  label: string;
  place: Place;
  /** Tags above the limits. */
  lostTags: readonly string[];
  /** Id of the featured image that is not in the export. */
  lostImage: string | undefined;
  layout: ShownContent;
  /** Name of the field with a layout that is not read. */
  unreadLayout: string | undefined;
  /** True if the post is public. */
  isPublic: boolean;
}

/** Maximum length of the names in a note. */
const maxNamesLength = 1000;

/** Blocks that show other posts or parts of the site. They are no content of the post. */
const siteBlocks =
  /^(?:core\/)?(?:archives|avatar|calendar|categories|comment.*|home-link|latest-.*|loginout|navigation.*|page-list.*|post-.*|query.*|read-more|rss|search|shortcode|site-.*|social-links?|tag-cloud|template-part|term-.*)$/;

/** Yields the notes for a post. */
function* postNotes(
  { html, shortcodes, lostBuilders, dynamicBlocks, attributeTexts, missing }: WordPressHtml,
  { label, place, lostTags, lostImage, layout, unreadLayout, isPublic }: PostFacts,
): Generator<ImportItem> {
  if (unreadLayout !== undefined) {
    const text = `${label} has a layout in the field ${unreadLayout}, which is not read`;
    yield { kind: "note", category: "page-builder", text, isLoss: html === "", place };
  } else if (html === "" && isPublic && dynamicBlocks.total === 0) {
    yield { kind: "note", category: "no-text", text: `${label} is public without a text`, place };
  }
  if (layout.isUnread === true) {
    const text = `the layout of Elementor of ${label} cannot be read, so its content is kept as it is`;
    yield { kind: "note", category: "elementor", text, isLoss: true, place };
  }
  if (layout.unknown !== undefined && layout.unknown.total > 0) {
    const text = `${label} has the widgets ${short(String(layout.unknown))} of Elementor, of which only texts are kept`;
    yield { kind: "note", category: "elementor", text, count: layout.unknown.total, isLoss: true, place };
  }
  if (lostBuilders.total > 0) {
    const text = `${label} loses the shortcodes ${short(String(lostBuilders))} of a page builder`;
    yield { kind: "note", category: "page-builder", text, count: lostBuilders.total, isLoss: true, place };
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
  if (attributeTexts.total > 0) {
    const text = `${label} has texts in the attributes of blocks ${short(String(attributeTexts))}, which are left out`;
    yield { kind: "note", category: "block-text", text, count: attributeTexts.total, isLoss: true, place };
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

/** Maximum length of the custom field, and maximum number of footnotes. */
const maxLength = 500_000;
const maxFootnotes = 1000;

/**
 * Returns the list of a post's footnotes, to which the links in its content lead. Each has a link back.
 *
 * @param json the custom field `footnotes`: a list of objects with `id` and `content`, which is HTML
 * @param content HTML to which the list belongs. Footnotes without a link in it are left out. Default: all are listed
 * @returns an empty text if there are no footnotes, or undefined if they cannot be read
 */
function footnotesHtml(json = "[]", content?: string): string | undefined {
  const footnotes = json.length > maxLength ? undefined : parse(json);
  if (footnotes === undefined || footnotes.length > maxFootnotes) return undefined;
  const linked = content === undefined ? undefined : new Set(linksIn(content));
  const kept = linked === undefined ? footnotes : footnotes.filter((footnote) => linked.has(idOf(footnote)));
  const items = kept.map((footnote, index) => toItem(footnote, index + 1));
  if (items.includes(undefined)) return undefined;
  return items.length === 0
    ? ""
    : `${footnotesHeading}<ol class="wp-block-footnotes">\n${items.join("")}</ol>\n`;
}

function toItem(footnote: unknown, number: number): string | undefined {
  const { id, content } = (footnote ?? {}) as { id?: unknown; content?: unknown };
  if (typeof id !== "string" || typeof content !== "string") return undefined;
  const name = escapeXml(id, "attribute");
  const back = `<a href="#${name}-link" aria-label="Back to reference ${number}">↩</a>`;
  return `<li id="${name}">${content} ${back}</li>\n`;
}

function linksIn(content: string): string[] {
  return [...content.matchAll(/(?:data-fn="|href="#)([^"]{1,200})"/g)].map(([, id = ""]) => id);
}

function idOf(footnote: unknown): string {
  return String((footnote as { id?: unknown } | null)?.id);
}

function parse(json: string): unknown[] | undefined {
  try {
    const found: unknown = JSON.parse(json);
    return Array.isArray(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Records that the posts of an export refer to. */
export interface WordPressContext {
  siteUrl: string;
  /** Absolute URL of the old site. Undefined if the export does not name it. */
  blogUrl: string | undefined;
  /** False if only the keys, slugs and addresses are needed. */
  content: boolean;
  language: string | undefined;
  /** Names by login. */
  authors: Map<string, string>;
  /** Locales by slug of the languages of Polylang. */
  locales: Map<string, string>;
  index: WordPressIndex;
  clock: WordPressClock;
  /** Fields of the organization's posts that custom fields can be. */
  postFields: readonly CustomField[];
  /** Current time in milliseconds since the epoch. */
  now: number;
  /** True if the content is HTML that WordPress rendered. Default: it is the stored content. */
  isRendered?: boolean;
}

/** Post statuses by WordPress status. Posts with other statuses are skipped. */
const statuses: Readonly<Record<string, PostStatus>> = {
  publish: "published",
  future: "scheduled",
  draft: "draft",
  pending: "draft",
  private: "draft",
};

/** Maximum length of content. Longer content would block the process for too long. */
const maxContentLength = 2_000_000;
const maxSectionLength = 200;
/** Maximum length of the HTML of an excerpt. A description has at most 5,000 characters. */
const maxExcerptLength = 50_000;

/** Converts an item of the type `post` or `page`. Yields the post, or the reason to skip it, and notes. */
export async function* toWordPressPost(
  record: XmlElement,
  context: WordPressContext,
  place: Place,
): AsyncGenerator<ImportItem> {
  const texts = new LanguageParts(context.language);
  const title = plainText(texts.of(childText(record, "title") ?? ""));
  const id = childText(record, "wp:post_id") ?? "";
  const label = `"${(title ?? id).slice(0, 500)}"`;
  const slug = toSlugOrTitle(
    childText(record, "wp:post_name") ?? lastSegment(childText(record, "link") ?? ""),
    title,
  );
  // An item without a status must not become public.
  const wordpressStatus = childText(record, "wp:status") ?? "draft";
  const status = Object.hasOwn(statuses, wordpressStatus) ? statuses[wordpressStatus] : undefined;
  const content = texts.of(textIn(childrenOf(record, "content:encoded")[0]));
  const name = title ?? slug;
  if (status === undefined || name === undefined || content.length > maxContentLength) {
    yield {
      kind: "skipped",
      category: status === undefined ? "status" : name === undefined ? "no-title" : "too-long",
      reason:
        status === undefined
          ? `${label} has the status ${wordpressStatus.slice(0, 100)}`
          : name === undefined
            ? `the ${childText(record, "wp:post_type") ?? "post"} ${label} has neither title nor slug`
            : `${label} has ${content.length} characters, and at most ${maxContentLength} are converted`,
      isLoss: wordpressStatus !== "trash" && wordpressStatus !== "auto-draft",
      place,
    };
    return;
  }
  const { siteUrl, index, now, postFields } = context;
  const link = childText(record, "link");
  const addresses = {
    // A post without an id has no key. Later imports find it by its slug. Keys of earlier imports have the space.
    ...(id !== "" && { key: `${id} ` }),
    ...(link !== undefined && { sourceUrl: link }),
    otherAddresses: addressesById(record, context.blogUrl),
  };
  const aliases = earlierAddresses(record);
  const { language, translationKey } = languageOf(record, context.locales);
  const inLanguage = toLanguage(language ?? texts.otherLanguage) ?? context.language;
  const origin = { ...addresses, ...(translationKey !== undefined && { translationKey }) };
  if (!context.content) {
    yield { kind: "post", ...origin, input: toPostInput({ name, slug, aliases, inLanguage }), place };
    return;
  }
  const audience = new Audience();
  if (hasPassword(record)) audience.restrict("has a password");
  if (wordpressStatus === "private") audience.restrict("is private");
  if (index.isProtected(record)) audience.restrict("is only for some readers by a rule of MemberPress");
  readAudienceFields(record, audience, now);
  const layoutJson =
    context.isRendered !== true &&
    metaOf(record, "_elementor_edit_mode") === "builder" &&
    metaOf(record, "_elementor_data");
  const layout: ShownContent = layoutJson
    ? await runShortSteps(shownContent(content, layoutJson, audience))
    : { content };
  const steps = context.isRendered
    ? renderedToHtml(content, audience)
    : wordpressToHtml(layout.content, {
        attachments: index.attachmentsFor(id),
        patternOf: (pattern) => index.patternOf(pattern),
        footnotes: (kept) => footnotesHtml(metaOf(record, "footnotes"), kept),
        audience,
      });
  const converted = await runShortSteps(steps);
  const excerpt = await runShortSteps(withoutRestrictedShortcodes(texts.of(excerptOf(record)), audience));
  const { published, created, modified } = context.clock.datesOf(record, audience);
  const { section, tags } = termsOf(record);
  const thumbnail = metaOf(record, "_thumbnail_id");
  const image = toImage(index.attachment(thumbnail ?? "")?.url, siteUrl);
  const kept = toTags(tags);
  const seo = seoFieldsOf(record, siteUrl);
  const input = toPostInput({
    name,
    slug,
    status,
    description: toDescription(excerpt) ?? seo.description ?? toDescription(converted.teaser),
    canonicalUrl: seo.canonicalUrl,
    aliases,
    image,
    ...authorOf(record, context),
    articleSection: section,
    tags: kept,
    inLanguage,
    publishedAt: published,
    createdAt: created,
    updatedAt: modified,
  });
  const html = await runShortSteps(withAttachmentFiles(converted.html, index, context.blogUrl));
  const values = importedValues(
    readValues([publicMeta(record), seoValuesOf(record, name)], postFields),
    postFields,
    place,
  );
  yield* audience.items({
    kind: "post",
    ...origin,
    input: { ...input, html, ...values.input },
    place,
  });
  yield* values.notes;
  if (texts.leftOut.total > 0) {
    const text = `${label} has texts in other languages of qTranslate, which are left out: ${short(String(texts.leftOut))}`;
    yield { kind: "note", category: "language-part", text, count: texts.leftOut.total, isLoss: true, place };
  }
  const unknown = unknownLanguage(language);
  if (unknown !== undefined) yield { kind: "note", ...unknown, place };
  yield* postNotes(converted, {
    label,
    place,
    layout,
    unreadLayout: unreadLayoutOf(record),
    isPublic: status === "published",
    lostTags: tags.filter((tag) => kept?.includes(tag) !== true),
    lostImage: image === undefined && thumbnail !== undefined && thumbnail !== "0" ? thumbnail : undefined,
  });
}

function excerptOf(record: XmlElement): string {
  return cutText(childText(record, "excerpt:encoded") ?? "", maxExcerptLength);
}

function authorOf(record: XmlElement, { authors, index }: WordPressContext): ReturnType<typeof toByline> {
  const nameOf = (login: string | undefined): string | undefined => authors.get(login ?? "") ?? login;
  // Co-Authors Plus names authors by login, and PublishPress Authors by name.
  const terms = childrenOf(record, "category").filter(({ attributes }) => attributes["domain"] === "author");
  const names = terms.map((term) => {
    const { nicename = "" } = term.attributes;
    return index.guestAuthor(nicename) ?? nameOf(plainText(textIn(term)) ?? nicename.replace(/^cap-/, ""));
  });
  return toByline(names.length > 0 ? names : [nameOf(childText(record, "dc:creator"))]);
}

/** Returns the first category, and the other categories and the tags. */
function termsOf(record: XmlElement): { section: string | undefined; tags: string[] } {
  const terms = childrenOf(record, "category").map((term) => ({
    domain: term.attributes["domain"] ?? "category",
    name: plainText(textIn(term)) ?? "",
  }));
  const named = (domain: string): string[] =>
    terms.filter((term) => term.domain === domain && term.name !== "").map(({ name }) => name);
  const [section, ...categories] = named("category").filter((name) => name !== "Uncategorized");
  // WXR 1.0 uses "tag" for tags, and later versions use "post_tag".
  const tags = toNames([...categories, ...named("post_tag"), ...named("tag")]);
  return { section: section && cutText(section, maxSectionLength), tags };
}

/** Returns the text of a title or name. WordPress stores them as HTML, so an ampersand is stored as `&amp;`. */
export function plainText(html: string | undefined): string | undefined {
  const text = html?.trim();
  if (text === undefined || !/[&<]/.test(text)) return text || undefined;
  const plain = fieldText(text).replaceAll(/\s+/g, " ").trim();
  return plain || undefined;
}
