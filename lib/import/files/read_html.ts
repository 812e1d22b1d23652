import { type DefaultTreeAdapterMap, serialize } from "parse5";
import { decodePercent } from "../../base/text/decode_percent.ts";
import type { Audience } from "../values/audience.ts";
import { checkFileArguments } from "../check_read_options.ts";
import { statusOf, unknownValues } from "../front_matter/fields/front_matter_fields.ts";
import type { FileOptions } from "../file_options.ts";
import { hasFrontMatter } from "../front_matter/front_matter.ts";
import {
  frontMatterPost,
  type KnownFacts,
  type PageBody,
  type UnreadableBody,
} from "../front_matter/fields/front_matter_post.ts";
import { toReference } from "../links/page_references.ts";
import { expandHtml, type RenderedMarkdown } from "../markdown/mod.ts";
import { dialectOf } from "./read_markdown.ts";
import type { ImportItem } from "../import_item.ts";
import { withPelicanPaths } from "./with_pelican_paths.ts";
import { maxPageDepth, parsePage } from "../markup/parse_page.ts";
import { fieldText, toDescription, toImage, toLanguage, toTags } from "../values/post_fields.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

/** schema.org's property of pages behind a paywall. */
const notFree = /"isAccessibleForFree"\s*:\s*"?(?:https?:\/\/schema\.org\/)?false\b/i;

/** Elements of a page that do not belong to the post. */
const excludedElements: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "nav"]);

/**
 * Reads an HTML page. The post is its `article`, or else its `main`, or else its `body`. The post's name is its first
 * `h1`, which is removed from the content, or else `og:title`, or else `title`. A file with front matter is a post of a
 * site generator. Its content is all that follows, and its fields are read as {@link readMarkdown} does.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export function readHtml(text: string, file: string, options: FileOptions): Generator<ImportItem> {
  checkFileArguments(text, options);
  const isNamed = hasFrontMatter(text);
  const { generator } = options.site ?? {};
  const readBody = (whole: string, { title, audience }: KnownFacts): PageBody | UnreadableBody => {
    const body = withPelicanPaths(whole, { generator, dialect: "html" });
    // Generators expand the templates of pages with front matter.
    const expanded = isNamed ? expand(text, body, options) : { html: body, notes: [] };
    if (title !== undefined && !/<(?:html|body)[\s>]/i.test(body))
      return { found: {}, html: expanded.html.trim(), notes: expanded.notes };
    const page = readPage(expanded.html, options, audience);
    const hasName = isNamed || "reason" in page || page.found.name !== undefined;
    if (!hasName) return { category: "untitled-page", reason: "it has neither an h1 nor a title" };
    return "reason" in page ? page : { ...page, notes: [...(page.notes ?? []), ...expanded.notes] };
  };
  return frontMatterPost(text, { file, options, readBody });
}

function expand(text: string, body: string, { path, site, linksLater }: FileOptions): RenderedMarkdown {
  const dialect = dialectOf({ path, text }, site?.generator);
  return expandHtml(body, { dialect, ...(linksLater === true && { resolveLink: toReference }) });
}

function readPage(
  text: string,
  { siteUrl, now, path }: FileOptions,
  audience: Audience,
): PageBody | UnreadableBody {
  const page = parsePage(text);
  if (page === undefined || isTooDeep(page)) {
    const reason = `its elements are nested more than ${maxPageDepth} levels deep`;
    return { category: "deep-page", reason };
  }
  const elements = [...elementsOf(page)];
  const metas = metasOf(elements);
  readAudience(elements, metas, { audience, now });
  const named = (tag: string): Element | undefined => elements.find(({ tagName }) => tagName === tag);
  const content = named("article") ?? named("main") ?? named("body");
  if (content === undefined) return { category: "page-without-body", reason: "it has no body" };
  const inside = [...elementsOf(content)];
  const heading = inside.find(({ tagName }) => tagName === "h1");
  const time = inside.find(({ tagName }) => tagName === "time");
  removeAll(inside.filter((element) => excludedElements.has(element.tagName) || element === heading));
  const status = metas.get("status");
  const lang = attributeOf(named("html"), "lang");
  const dates = ["article:published_time", "date", "dc.date", "dcterms.date"];
  const published = audience.publicationOf({
    ...Object.fromEntries(dates.map((name) => [name, metas.get(name)])),
    datetime: attributeOf(time, "datetime"),
  });
  const found = {
    name: textOf(heading) ?? metas.get("og:title") ?? textOf(named("title")),
    description: toDescription(metas.get("description") ?? metas.get("og:description")),
    image: toImage(metas.get("og:image"), siteUrl),
    author: metas.get("author")?.slice(0, 200),
    tags: toTags((metas.get("keywords") ?? "").split(",")),
    articleSection: metas.get("article:section"),
    inLanguage: toLanguage(lang),
    // Pelican and Nikola read the status of an HTML page from its metadata.
    status: statusOf({ status }),
    publishedAt: published,
    createdAt: published,
    updatedAt: audience.timeOf({ "article:modified_time": metas.get("article:modified_time") }),
  };
  const notes = [...unknownValues({ status, lang })].map((note) => ({ ...note, count: 1 }));
  return { found, html: serialize(content).trim(), notes, sourceUrl: ownAddress(elements, path) };
}

/** Returns the canonical address of a page if it ends as the path of the file does. Otherwise the page can be a copy. */
function ownAddress(elements: readonly Element[], path: string): string | undefined {
  const link = elements.find(
    (element) => element.tagName === "link" && /\bcanonical\b/i.test(attributeOf(element, "rel") ?? ""),
  );
  const address = attributeOf(link, "href") ?? "";
  if (!URL.canParse(address)) return undefined;
  return lastName(new URL(address).pathname) === lastName(path) ? address : undefined;
}

/** Returns the last part of a path without its extension. An index page has the name of its folder. */
function lastName(path: string): string | undefined {
  return decodePercent(path)
    .replace(/(?:(?:^|\/)index)?\.html?$|\/$/i, "")
    .split("/")
    .at(-1);
}

/** Reads from a page's metadata who reads it, and until when. */
function readAudience(
  elements: readonly Element[],
  metas: ReadonlyMap<string, string>,
  { audience, now }: { audience: Audience; now: number },
): void {
  const tier = metas.get("article:content_tier") ?? "free";
  if (tier.toLowerCase() !== "free") audience.restrict(`has the content tier ${tier.slice(0, 50)}`);
  const isPaid = elements.some(
    (element) => attributeOf(element, "type") === "application/ld+json" && notFree.test(rawTextOf(element)),
  );
  if (isPaid) audience.restrict("is not free by its JSON-LD");
  const [, date] = /unavailable_after:\s*([^,]+)/i.exec(metas.get("robots") ?? "") ?? [];
  const expiry = metas.get("article:expiration_time");
  audience.expireBy({ "article:expiration_time": expiry, unavailable_after: date?.trim() }, now);
}

function rawTextOf({ childNodes }: Element): string {
  return childNodes.map((child) => ("value" in child ? child.value : "")).join("");
}

function isTooDeep(page: Node): boolean {
  let level: Node[] = [page];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxPageDepth) return true;
    level = level.flatMap((node) => ("childNodes" in node ? node.childNodes : []));
  }
  return false;
}

function* elementsOf(node: Node): Generator<Element> {
  if (!("childNodes" in node)) return;
  for (const child of node.childNodes) {
    if ("tagName" in child) yield child;
    yield* elementsOf(child);
  }
}

function metasOf(elements: readonly Element[]): Map<string, string> {
  const metas = new Map<string, string>();
  for (const element of elements) {
    if (element.tagName !== "meta") continue;
    const name = attributeOf(element, "name") ?? attributeOf(element, "property");
    const content = attributeOf(element, "content")?.trim();
    if (name !== undefined && content && !metas.has(name)) metas.set(name.toLowerCase(), content);
  }
  return metas;
}

function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((attribute) => attribute.name === name)?.value;
}

function textOf(element: Element | undefined): string | undefined {
  const text = element === undefined ? "" : fieldText(serialize(element));
  return text.replaceAll("\n", " ") || undefined;
}

/** Removes elements from their parents. Filters each list of children only once, because it can be long. */
function removeAll(elements: readonly Element[]): void {
  const removed = new Set<Node>(elements);
  for (const parent of new Set(elements.map(({ parentNode }) => parentNode))) {
    if (parent !== null) parent.childNodes = parent.childNodes.filter((child) => !removed.has(child));
  }
}
