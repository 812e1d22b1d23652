import { checkReadArguments } from "./check_read_options.ts";
import { escapeHtml } from "./escape_html.ts";
import type { ImportItem, ImportSource, ReadOptions } from "./import_item.ts";
import {
  lastSegment,
  toByline,
  toDescription,
  toImage,
  toLanguage,
  toPostInput,
  toSlugOrTitle,
  toTags,
} from "./post_fields.ts";
import { toInstant } from "./to_instant.ts";
import { childOf, childrenOf, childText, textIn, type XmlElement, xmlRecords } from "./xml_records.ts";
import { ImportError } from "./import_error.ts";

const paths = new Set(["rss/channel/language", "rss/channel/item", "feed/entry"]);

/**
 * Reads an RSS 2.0 or Atom 1.0 feed (RFC 4287). A post's slug is the last part of its URL. The file is read twice, so a
 * malformed file is rejected before its first post.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {ImportError} if the file is not well-formed, or has no entries
 */
export function readFeed(source: ImportSource, options: ReadOptions): AsyncGenerator<ImportItem> {
  checkReadArguments(source, options);
  return readItems(source, options);
}

async function* readItems(source: ImportSource, { siteUrl }: ReadOptions): AsyncGenerator<ImportItem> {
  await checkWhole(source);
  let language: string | undefined;
  for await (const record of xmlRecords(source, { paths })) {
    const place = { file: source.file, line: record.line };
    if (record.name === "language") {
      language = toLanguage(textIn(record));
      continue;
    }
    const fields = record.name === "item" ? fromRss(record, siteUrl) : fromAtom(record, siteUrl);
    const name = fields.name ?? fields.slug;
    if (name === undefined) {
      yield { kind: "skipped", reason: "the entry has neither a title nor a URL", place };
      continue;
    }
    const input = toPostInput({ ...fields, name, inLanguage: fields.inLanguage ?? language });
    yield { kind: "post", input: { ...input, html: fields.html ?? "" }, place };
  }
}

async function checkWhole(source: ImportSource): Promise<void> {
  let found = 0;
  for await (const { name } of xmlRecords(source, { paths, kept: new Set() }))
    if (name !== "language") found++;
  if (found === 0)
    throw new ImportError({ file: source.file }, "it is not a feed: it has no RSS or Atom entries");
}

type Fields = Omit<Parameters<typeof toPostInput>[0], "name"> & { name?: string | undefined };

function fromRss(item: XmlElement, siteUrl: string): Fields {
  const content = childText(item, "content:encoded");
  const description = childText(item, "description");
  const name = toTitle(childText(item, "title"));
  const published = toInstant(childText(item, "pubDate") ?? childText(item, "dc:date"));
  const link = childText(item, "link") ?? childText(item, "guid") ?? "";
  return {
    name,
    slug: toSlugOrTitle(lastSegment(link), name),
    html: content ?? description,
    description: content === undefined ? undefined : toDescription(description),
    image: toImage(imageUrl(item), siteUrl),
    ...toByline(namesOf(item)),
    tags: toTags(childrenOf(item, "category").map(textIn)),
    publishedAt: published,
    createdAt: published,
  };
}

function namesOf(item: XmlElement): string[] {
  const creators = childrenOf(item, "dc:creator");
  return (creators.length > 0 ? creators : childrenOf(item, "author")).map(textIn);
}

function imageUrl(item: XmlElement): string | undefined {
  const candidates = ["enclosure", "media:content", "media:thumbnail"].flatMap((name) =>
    childrenOf(item, name),
  );
  return candidates.find(({ name, attributes }) => {
    return (
      name === "media:thumbnail" || (attributes["type"] ?? attributes["medium"] ?? "").startsWith("image")
    );
  })?.attributes["url"];
}

function fromAtom(entry: XmlElement, siteUrl: string): Fields {
  const content = childOf(entry, "content");
  const summary = childOf(entry, "summary");
  const links = childrenOf(entry, "link");
  const own = links.find(({ attributes }) => (attributes["rel"] ?? "alternate") === "alternate");
  const image = links.find(({ attributes }) => attributes["type"]?.startsWith("image/") ?? false);
  const name = toTitle(textIn(childOf(entry, "title")).trim() || undefined);
  const published = toInstant(childText(entry, "published") ?? childText(entry, "updated"));
  return {
    name,
    slug: toSlugOrTitle(lastSegment(own?.attributes["href"] ?? childText(entry, "id") ?? ""), name),
    html: htmlOf(content ?? summary),
    description: content === undefined ? undefined : toDescription(htmlOf(summary)),
    image: toImage(image?.attributes["href"], siteUrl),
    ...toByline(childrenOf(entry, "author").map((author) => childText(author, "name"))),
    tags: toTags(
      childrenOf(entry, "category").map(({ attributes }) => attributes["label"] ?? attributes["term"] ?? ""),
    ),
    inLanguage: toLanguage(content?.attributes["xml:lang"] ?? entry.attributes["xml:lang"]),
    publishedAt: published,
    createdAt: published,
    updatedAt: toInstant(childText(entry, "updated")),
  };
}

/** Converts a text construct (RFC 4287, section 3.1) to HTML. */
function htmlOf(element: XmlElement | undefined): string | undefined {
  if (element === undefined) return undefined;
  const type = element.attributes["type"] ?? "text";
  if (type === "html" || type === "text/html") return textIn(element).trim();
  if (type !== "xhtml") return `<p>${escapeHtml(textIn(element).trim())}</p>`;
  const wrapper = childOf(element, "div") ?? element;
  return wrapper.children.map(toHtml).join("").trim();
}

function toHtml(node: XmlElement | string): string {
  if (typeof node === "string") return escapeHtml(node);
  const attributes = Object.entries(node.attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  const start = `<${node.name}${attributes.join("")}>`;
  if (/^(?:br|hr|img|input|source|wbr)$/.test(node.name)) return start;
  return `${start}${node.children.map(toHtml).join("")}</${node.name}>`;
}

/** Removes markup from a title. Titles should be text, but many feeds contain markup. */
function toTitle(title: string | undefined): string | undefined {
  return toDescription(title)?.replaceAll("\n", " ").slice(0, 500);
}
