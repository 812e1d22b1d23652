import { unknownLanguage } from "../values/audience.ts";
import { systemClock } from "../../base/time/clock.ts";
import { checkReadArguments } from "../check_read_options.ts";
import { detachedText } from "../values/detached_text.ts";
import { ImportError } from "../import_error.ts";
import type { ImportItem, ImportSource, Place, ReadOptions } from "../import_item.ts";
import { toLanguage } from "../values/post_fields.ts";
import { childrenOf, childText, textIn, type XmlElement, xmlRecords } from "../markup/xml_records.ts";
import { wordpressFields } from "./meta_of.ts";
import { plainText, toWordPressPost, type WordPressContext } from "./to_wordpress_post.ts";
import { keptFieldTest } from "./private_fields.ts";
import { localeOf } from "./post_language.ts";
import { SkippedKinds } from "./skipped_kinds.ts";
import { WordPressClock } from "./wordpress_dates.ts";
import { indexedFields, WordPressIndex } from "./wordpress_index.ts";

interface Context extends WordPressContext {
  skipped: SkippedKinds;
}

/** Maximum number of languages of a site. */
const mostLocales = 1000;

const item = "rss/channel/item";
const paths: ReadonlySet<string> = new Set([
  item,
  ...["language", "link", "wp:author", "wp:base_blog_url", "wp:term", "wp:wxr_version"].map(
    (name) => `rss/channel/${name}`,
  ),
]);

/** Fields that are kept of an item. A comment is only counted. */
const keptFields: ReadonlySet<string> = new Set(
  (
    "title link guid pubDate dc:creator content:encoded excerpt:encoded category wp:post_id wp:post_name wp:post_type wp:status " +
    "wp:post_password wp:post_date wp:post_date_gmt wp:post_modified wp:post_modified_gmt wp:postmeta wp:meta_key " +
    "wp:meta_value wp:comment wp:author_login wp:author_display_name wp:term_taxonomy wp:term_slug wp:term_description"
  ).split(" "),
);

/**
 * Reads the posts and pages of a WordPress export (WXR 1.0 to 1.2), except those in the trash. The file is read twice,
 * because attachments can follow the posts that use them. Only the addresses and captions of attachments and the synced
 * patterns are kept in memory. Items of other types are counted: each type is one skipped item at the end.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {ImportError} if the file is not well-formed, or not an export in these versions
 */
export function readWordPress(source: ImportSource, options: ReadOptions): AsyncGenerator<ImportItem> {
  checkReadArguments(source, options);
  return readItems(source, options);
}

async function* readItems(source: ImportSource, options: ReadOptions): AsyncGenerator<ImportItem> {
  const { file } = source;
  const { content = true } = options;
  const postFields = wordpressFields(options.postFields);
  const index = new WordPressIndex();
  if (content) {
    for await (const record of xmlRecords(source, { paths: new Set([item]), kept: indexedFields }))
      index.add(record);
  }
  const context: Context = {
    siteUrl: options.siteUrl,
    blogUrl: undefined,
    content,
    language: undefined,
    authors: new Map(),
    locales: new Map(),
    index,
    clock: new WordPressClock(),
    postFields,
    skipped: new SkippedKinds(file, keptFieldTest(postFields)),
    now: options.now ?? systemClock.now(),
  };
  let version: string | undefined;
  for await (const record of xmlRecords(source, { paths, kept: keptFields })) {
    const place = { file, line: record.line };
    if (record.name === "item") {
      if (version === undefined) throw noVersion(place);
      yield* toItems(record, context, place);
    } else if (record.name === "wp:wxr_version") {
      version = textIn(record).trim();
      if (!/^1\.[012]$/.test(version)) {
        throw new ImportError(place, `its version must be 1.0, 1.1 or 1.2, but is ${version.slice(0, 100)}`);
      }
    } else if (record.name === "language") {
      const unknown = unknownLanguage(textIn(record));
      if (unknown !== undefined) yield { kind: "note", ...unknown, place };
      context.language = toLanguage(textIn(record));
    } else if (record.name === "wp:term") {
      const found = localeOf(record);
      if (found !== undefined && context.locales.size < mostLocales) context.locales.set(...found);
    } else if (record.name === "wp:author") addAuthor(record, context);
    else context.blogUrl = textIn(record).trim() || context.blogUrl;
  }
  if (version === undefined) throw noVersion({ file });
  if (index.isFull) yield { kind: "note", text: "some attachments are not found", place: { file } };
  yield* context.skipped.items();
}

function noVersion(place: Place): ImportError {
  return new ImportError(place, "it is not a WordPress export: it has no wp:wxr_version before its items");
}

function addAuthor(record: XmlElement, { authors }: Context): void {
  const login = childText(record, "wp:author_login");
  const name = plainText(childText(record, "wp:author_display_name")) ?? login;
  if (login !== undefined && name !== undefined) authors.set(detachedText(login), detachedText(name));
}

async function* toItems(record: XmlElement, context: Context, place: Place): AsyncGenerator<ImportItem> {
  const type = childText(record, "wp:post_type") ?? "post";
  if (type === "post" || type === "page") {
    yield* toWordPressPost(record, context, place);
    context.skipped.addDetails(record, place);
  } else context.skipped.addType(type, place);
  context.skipped.addComments(childrenOf(record, "wp:comment").length, place);
}
