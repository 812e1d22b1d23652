import { type DefaultTreeAdapterMap, parse, serialize } from "parse5";
import { htmlToText } from "../faq/mod.ts";
import { checkFileArguments } from "./check_read_options.ts";
import { readFileName } from "./file_name.ts";
import type { ImportItem } from "./import_item.ts";
import { toDescription, toImage, toLanguage, toPostInput, toPostSlug, toTags } from "./post_fields.ts";
import type { FileOptions } from "./file_options.ts";
import { toInstant } from "./to_instant.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

/** Maximum nesting of elements in browsers, which move deeper elements up. */
const maxDepth = 512;

/** Elements of a page that do not belong to the post. */
const excludedElements: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "nav"]);

/**
 * Reads an HTML page. The post is its `article`, or else its `main`, or else its `body`. The post's name is its first
 * `h1`, which is removed from the content, or else `og:title`, or else `title`.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export function readHtml(text: string, file: string, options: FileOptions): Generator<ImportItem> {
  checkFileArguments(text, options);
  return readItems(text, file, options);
}

function* readItems(text: string, file: string, { path, siteUrl }: FileOptions): Generator<ImportItem> {
  const place = { file, line: 1 };
  const page = parse(text);
  if (isTooDeep(page)) {
    yield { kind: "skipped", reason: `its elements are nested more than ${maxDepth} levels deep`, place };
    return;
  }
  const elements = [...elementsOf(page)];
  const metas = metasOf(elements);
  const named = (tag: string): Element | undefined => elements.find(({ tagName }) => tagName === tag);
  const content = named("article") ?? named("main") ?? named("body");
  if (content === undefined) return;
  const inside = [...elementsOf(content)];
  const heading = inside.find(({ tagName }) => tagName === "h1");
  const time = inside.find(({ tagName }) => tagName === "time");
  removeAll(inside.filter((element) => excludedElements.has(element.tagName) || element === heading));
  const { slug, date, language } = readFileName(path);
  const name = textOf(heading) ?? metas.get("og:title") ?? textOf(named("title"));
  if (name === undefined) {
    yield { kind: "skipped", reason: "it has neither an h1 nor a title", place };
    return;
  }
  const published = toInstant(metas.get("article:published_time") ?? attributeOf(time, "datetime")) ?? date;
  const input = toPostInput({
    name,
    slug: toPostSlug(slug),
    description: toDescription(metas.get("description") ?? metas.get("og:description")),
    image: toImage(metas.get("og:image"), siteUrl),
    author: metas.get("author")?.slice(0, 200),
    tags: toTags((metas.get("keywords") ?? "").split(",")),
    articleSection: metas.get("article:section"),
    inLanguage: toLanguage(attributeOf(named("html"), "lang")) ?? language,
    publishedAt: published,
    createdAt: published,
    updatedAt: toInstant(metas.get("article:modified_time")),
  });
  yield { kind: "post", key: path, input: { ...input, html: serialize(content).trim() }, place };
}

function isTooDeep(page: Node): boolean {
  let level: Node[] = [page];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
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
  const text = element === undefined ? "" : htmlToText(serialize(element), { maxInputLength: Infinity });
  return text.replaceAll("\n", " ") || undefined;
}

/** Removes elements from their parents. Filters each list of children only once, because it can be long. */
function removeAll(elements: readonly Element[]): void {
  const removed = new Set<Node>(elements);
  for (const parent of new Set(elements.map(({ parentNode }) => parentNode))) {
    if (parent !== null) parent.childNodes = parent.childNodes.filter((child) => !removed.has(child));
  }
}
