import { serialize } from "parse5";
import { Audience } from "../values/audience.ts";
import { checkFileArguments } from "../check_read_options.ts";
import type { FileOptions } from "../file_options.ts";
import type { ImportItem, Place } from "../import_item.ts";
import {
  attributeOf,
  elementsWithin,
  hasClass,
  type HtmlElement,
  type HtmlNode,
  textWithin,
} from "../markup/html_tree.ts";
import { maxPageDepth, parsePage } from "../markup/parse_page.ts";
import {
  lastSegment,
  toByline,
  toDescription,
  toImage,
  toPostInput,
  toSlugOrTitle,
  toTags,
} from "../values/post_fields.ts";

/** Medium ends the names of posts with a dash and a number in hexadecimal digits. */
const mediumId = /-[0-9a-f]{8,16}$/;

/**
 * Reads a post of a Medium export (an HTML file in the folder `posts`). Files whose names begin with `draft_` are drafts.
 * Other pages of the export, such as the profile, are skipped without a loss.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export function readMedium(text: string, file: string, options: FileOptions): Generator<ImportItem> {
  checkFileArguments(text, options);
  return readItems(text, file, options);
}

function* readItems(text: string, file: string, { path, siteUrl }: FileOptions): Generator<ImportItem> {
  const place: Place = { file, line: 1 };
  const page = parsePage(text);
  const elements = page && elementsWithin(page, maxPageDepth);
  if (elements === undefined) {
    const reason = `its elements are nested more than ${maxPageDepth} levels deep`;
    yield { kind: "skipped", category: "nesting", reason, place };
    return;
  }
  const named = (name: string): HtmlElement | undefined => elements.find((one) => hasClass(one, name));
  const content = named("e-content");
  const title =
    textWithin(named("p-name")) ?? textWithin(elements.find(({ tagName }) => tagName === "title"));
  if (content === undefined || title === undefined) {
    yield { kind: "skipped", category: "page", reason: "it is no post of Medium", isLoss: false, place };
    return;
  }
  const summary = textWithin(named("p-summary"));
  const inside = elementsWithin(content, maxPageDepth) ?? [];
  const isResponse = looksLikeResponse(inside);
  const image = inside.find(
    (one) => one.tagName === "img" && attributeOf(one, "data-is-featured") === "true",
  );
  // An export does not say which stories are only for members of Medium.
  const audience = new Audience();
  const published = audience.publicationOf({ datetime: attributeOf(named("dt-published"), "datetime") });
  const base = (path.split("/").at(-1) ?? "").replace(/\.html?$/i, "");
  const isDraft =
    base.startsWith("draft_") || (published === undefined && named("p-canonical") === undefined);
  const canonical = attributeOf(named("p-canonical"), "href");
  const [story] = mediumId.exec(canonical ?? base) ?? [];
  removeElements(repeatedElements(inside, title, summary));
  const input = toPostInput({
    name: title,
    slug: slugOf(canonical, base, title),
    description: toDescription(summary),
    image: toImage(attributeOf(image, "src"), siteUrl),
    ...toByline([textWithin(named("p-author"))]),
    tags: toTags(elements.filter((one) => hasClass(one, "p-tag")).map((one) => textWithin(one) ?? "")),
    status: isDraft || isResponse ? "draft" : "published",
    publishedAt: published,
    createdAt: published,
  });
  yield* audience.items({
    kind: "post",
    key: path,
    ...(canonical !== undefined && URL.canParse(canonical) && { sourceUrl: canonical }),
    // Links have the id of a story after any title.
    ...(story !== undefined && { otherAddresses: [`/p/${story.slice(1)}`] }),
    input: { ...input, html: serialize(content).trim() },
    place,
  });
  if (isResponse && !isDraft) {
    const label = `"${title.slice(0, 200)}"`;
    const reason = "is probably a response to another post, so it becomes a draft";
    yield { kind: "note", category: "response", text: `${label} ${reason}`, place };
  }
}

/** Responses to other posts are in the same folder as posts. They have one paragraph, and neither title nor images. */
function looksLikeResponse(elements: readonly HtmlElement[]): boolean {
  const paragraphs = elements.filter(({ tagName }) => tagName === "p").length;
  return (
    paragraphs <= 1 && !elements.some(({ tagName }) => /^(?:h[1-6]|img|iframe|pre|ul|ol)$/.test(tagName))
  );
}

/** Returns the elements that repeat the title and the summary, and the rule before the first section. */
function repeatedElements(
  elements: readonly HtmlElement[],
  title: string,
  summary: string | undefined,
): HtmlElement[] {
  const heading = elements.find(({ tagName }) => /^h[1-6]$/.test(tagName));
  const subtitle = elements.find((one) => hasClass(one, "graf--subtitle"));
  const rule = elements.find((one) => one.tagName === "div" && hasClass(one, "section-divider"));
  const isBefore = (one: HtmlElement): boolean =>
    elements.indexOf(one) < elements.findIndex((other) => hasClass(other, "section-content"));
  return [
    ...(heading !== undefined && isSame(textWithin(heading), title) ? [heading] : []),
    ...(subtitle !== undefined && isSame(textWithin(subtitle), summary) ? [subtitle] : []),
    ...(rule !== undefined && isBefore(rule) ? [rule] : []),
  ];
}

/** Compares letters and digits, because Medium shortens the summary and changes quotation marks. */
function isSame(one: string | undefined, other: string | undefined): boolean {
  return lettersOf(one) === lettersOf(other);
}

function lettersOf(text = ""): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "");
}

function slugOf(canonical: string | undefined, base: string, title: string): string | undefined {
  const address = lastSegment(canonical ?? "") ?? "";
  const ownName = base.replace(/^(?:draft|\d{4}-\d{2}-\d{2})_/, "").replace(mediumId, "");
  const name = mediumId.test(address) ? address.replace(mediumId, "") : ownName;
  return toSlugOrTitle(name.toLowerCase(), title);
}

/** Removes elements from their parents. Filters each list of children only once, because it can be long. */
function removeElements(elements: readonly HtmlElement[]): void {
  const removed = new Set<HtmlNode>(elements);
  for (const parent of new Set(elements.map(({ parentNode }) => parentNode))) {
    if (parent !== null) parent.childNodes = parent.childNodes.filter((child) => !removed.has(child));
  }
}
