import { alternateOf, atomFields, entryLanguage, isAtomDraft, toEntryTitle } from "./atom_fields.ts";
import { Audience, unknownLanguage } from "../values/audience.ts";
import { systemClock } from "../../base/time/clock.ts";
import { checkReadArguments } from "../check_read_options.ts";
import type { ImportedPost, ImportItem, ImportSource, ReadOptions } from "../import_item.ts";
import {
  type FoundFields,
  lastSegment,
  toByline,
  toDescription,
  toImage,
  toLanguage,
  toPostInput,
  toSlugOrTitle,
  toTags,
} from "../values/post_fields.ts";
import { hasPassword } from "../wordpress/meta_of.ts";
import {
  childOf,
  childrenOf,
  childText,
  textIn,
  type XmlElement,
  xmlRecords,
} from "../markup/xml_records.ts";
import { ImportError } from "../import_error.ts";

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

async function* readItems(
  source: ImportSource,
  { siteUrl, now = systemClock.now(), content = true }: ReadOptions,
): AsyncGenerator<ImportItem> {
  if (content) await checkWhole(source);
  let language: string | undefined;
  for await (const record of xmlRecords(source, { paths })) {
    const place = { file: source.file, line: record.line };
    if (record.name === "language") {
      language = toLanguage(textIn(record));
      const unknown = unknownLanguage(textIn(record));
      if (unknown !== undefined) yield { kind: "note", ...unknown, place };
      continue;
    }
    const audience = audienceOf(record, now);
    const fields = (record.name === "item" ? fromRss : atomFields)(record, siteUrl, audience);
    const name = fields.name ?? fields.slug;
    if (name === undefined) {
      yield { kind: "skipped", reason: "the entry has neither a title nor a URL", place };
      continue;
    }
    const status = isAtomDraft(record) ? "draft" : undefined;
    const input = toPostInput({ ...fields, name, status, inLanguage: fields.inLanguage ?? language });
    const key = childText(record, record.name === "item" ? "guid" : "id");
    yield* audience.items({
      kind: "post",
      ...(key !== undefined && { key }),
      ...addressesOf(record),
      input: { ...input, html: fields.html ?? "" },
      place,
    });
    const unknown = unknownLanguage(entryLanguage(record));
    if (unknown !== undefined) yield { kind: "note", ...unknown, place };
  }
}

async function checkWhole(source: ImportSource): Promise<void> {
  let found = 0;
  for await (const { name } of xmlRecords(source, { paths, kept: new Set() }))
    if (name !== "language") found++;
  if (found === 0)
    throw new ImportError({ file: source.file }, "it is not a feed: it has no RSS or Atom entries");
}

/** Returns the addresses of an entry on its site. A guid can be one, as in feeds of WordPress. */
function addressesOf(record: XmlElement): Pick<ImportedPost, "sourceUrl" | "otherAddresses"> {
  const sourceUrl = record.name === "item" ? childText(record, "link") : alternateOf(record);
  const guid = childText(record, "guid");
  return {
    ...(isUrl(sourceUrl) && { sourceUrl }),
    ...(isUrl(guid) && { otherAddresses: [guid] }),
  };
}

function isUrl(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Elements with the end of an entry's publication: Dublin Core and PRISM. */
const expiryElements = ["dcterms:valid", "prism:expirationDate", "expirationDate"];

/** Reads who reads an entry, and until when. An export of WordPress is also a feed, with posts that are not public. */
function audienceOf(record: XmlElement, now: number): Audience {
  const audience = new Audience();
  const status = childText(record, "wp:status") ?? "publish";
  if (status !== "publish") audience.restrict(`has the status ${status.slice(0, 50)}`);
  if (hasPassword(record)) audience.restrict("has a password");
  const rights = childText(record, "dcterms:accessRights") ?? "public";
  if (!/^(?:public|open)/i.test(rights)) audience.restrict(`has the access rights ${rights.slice(0, 50)}`);
  const [element] = expiryElements.flatMap((name) => childText(record, name) ?? []);
  // A period of Dublin Core has its end in a field.
  audience.expireBy({ "the expiry": /\bend=([^;]+)/.exec(element ?? "")?.[1]?.trim() ?? element }, now);
  return audience;
}

function fromRss(item: XmlElement, siteUrl: string, audience: Audience): FoundFields {
  const content = childText(item, "content:encoded");
  const description = childText(item, "description");
  const name = toEntryTitle(childOf(item, "title"));
  const published = audience.publicationOf({
    pubDate: childText(item, "pubDate"),
    "dc:date": childText(item, "dc:date"),
  });
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
