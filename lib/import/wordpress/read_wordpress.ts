import { checkReadArguments } from "./check_read_options.ts";
import type { PostStatus } from "../content/mod.ts";
import { detachedText } from "./detached_text.ts";
import { ImportError } from "./import_error.ts";
import type { ImportItem, ImportSource, Place, ReadOptions } from "./import_item.ts";
import {
  lastSegment,
  toDescription,
  toImage,
  toLanguage,
  toPostInput,
  toSlugOrTitle,
  toTags,
} from "./post_fields.ts";
import { toInstant } from "./to_instant.ts";
import { shortcodesIn, wordpressToHtml } from "./wordpress_content.ts";
import { childrenOf, childText, textIn, type XmlElement, xmlRecords } from "./xml_records.ts";

/** Records that the posts of an export refer to. */
interface Context extends ReadOptions {
  file: string;
  language: string | undefined;
  /** Names by login. */
  authors: Map<string, string>;
  /** URLs by the attachment's id. */
  attachments: Map<string, string>;
}

/** Post statuses by WordPress status. Posts with other statuses are skipped. */
const statuses: Readonly<Record<string, PostStatus>> = {
  publish: "published",
  future: "scheduled",
  draft: "draft",
  pending: "draft",
  private: "draft",
};

const attachmentFields = new Set(["wp:post_id", "wp:post_type", "wp:attachment_url"]);
const item = "rss/channel/item";

/**
 * Reads the posts and pages of a WordPress export (WXR 1.0 to 1.2), except those in the trash. The file is read twice,
 * because attachments can follow the posts that use them. Only the ids and URLs of attachments are kept in memory.
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
  const attachments = await readAttachments(source);
  const context: Context = { ...options, file, language: undefined, authors: new Map(), attachments };
  const paths = new Set([
    item,
    ...["language", "wp:author", "wp:wxr_version"].map((name) => `rss/channel/${name}`),
  ]);
  let version: string | undefined;
  for await (const record of xmlRecords(source, { paths })) {
    if (record.name === "item") {
      if (version === undefined) throw noVersion({ file, line: record.line });
      yield* toItems(record, context);
    } else if (record.name === "wp:wxr_version") {
      version = textIn(record).trim();
      if (!/^1\.[012]$/.test(version)) {
        throw new ImportError(
          { file, line: record.line },
          `its version must be 1.0, 1.1 or 1.2, but is ${version}`,
        );
      }
    } else if (record.name === "language") context.language = toLanguage(textIn(record));
    else addAuthor(record, context);
  }
  if (version === undefined) throw noVersion({ file });
}

function noVersion(place: Place): ImportError {
  return new ImportError(place, "it is not a WordPress export: it has no wp:wxr_version before its items");
}

async function readAttachments(source: ImportSource): Promise<Map<string, string>> {
  const attachments = new Map<string, string>();
  for await (const record of xmlRecords(source, { paths: new Set([item]), kept: attachmentFields })) {
    const url = childText(record, "wp:attachment_url");
    const id = childText(record, "wp:post_id");
    if (id !== undefined && url !== undefined) attachments.set(detachedText(id), detachedText(url));
  }
  return attachments;
}

function addAuthor(record: XmlElement, { authors }: Context): void {
  const login = childText(record, "wp:author_login");
  const name = childText(record, "wp:author_display_name") ?? login;
  if (login !== undefined && name !== undefined) authors.set(detachedText(login), detachedText(name));
}

function* toItems(record: XmlElement, context: Context): Generator<ImportItem> {
  const place = { file: context.file, line: record.line };
  const type = childText(record, "wp:post_type") ?? "post";
  if (type === "attachment") return;
  const wordpressStatus = childText(record, "wp:status") ?? "publish";
  const title = childText(record, "title");
  const label = `"${title ?? childText(record, "wp:post_id") ?? ""}"`;
  if (type !== "post" && type !== "page") {
    yield { kind: "skipped", reason: `${label} has the type ${type}, so it is neither post nor page`, place };
    return;
  }
  const status = Object.hasOwn(statuses, wordpressStatus) ? statuses[wordpressStatus] : undefined;
  if (status === undefined) {
    yield { kind: "skipped", reason: `${label} has the status ${wordpressStatus}`, place };
    return;
  }
  const slug = toSlugOrTitle(
    childText(record, "wp:post_name") ?? lastSegment(childText(record, "link") ?? ""),
    title,
  );
  const name = title ?? slug;
  if (name === undefined) {
    yield { kind: "skipped", reason: `the ${type} ${label} has neither title nor slug`, place };
    return;
  }
  const isProtected = childText(record, "wp:post_password") !== undefined;
  const content = textIn(childrenOf(record, "content:encoded")[0]);
  const input = toPostInput({
    ...fieldsOf(record, context),
    name,
    slug,
    status: isProtected ? "draft" : status,
  });
  yield { kind: "post", input: { ...input, html: wordpressToHtml(content) }, place };
  yield* notesOf(content, { label, place, isProtected, isPrivate: wordpressStatus === "private" });
}

function fieldsOf(record: XmlElement, context: Context): Partial<Parameters<typeof toPostInput>[0]> {
  const login = childText(record, "dc:creator") ?? "";
  const { sections, tags } = termsOf(record);
  const published = dateOf(record, "wp:post_date") ?? toInstant(childText(record, "pubDate"));
  return {
    description: toDescription(childText(record, "excerpt:encoded")),
    image: toImage(context.attachments.get(metaOf(record, "_thumbnail_id") ?? ""), context.siteUrl),
    author: (context.authors.get(login) ?? login) || undefined,
    articleSection: sections[0],
    tags: toTags([...sections.slice(1), ...tags]),
    inLanguage: context.language,
    publishedAt: published,
    createdAt: published,
    updatedAt: dateOf(record, "wp:post_modified"),
  };
}

function termsOf(record: XmlElement): { sections: string[]; tags: string[] } {
  const terms = childrenOf(record, "category").map((term) => ({
    domain: term.attributes["domain"] ?? "category",
    name: textIn(term).trim(),
  }));
  const named = (domain: string): string[] =>
    terms.filter((term) => term.domain === domain && term.name !== "").map(({ name }) => name);
  // WXR 1.0 uses "tag" for tags, and later versions use "post_tag".
  const tags = [...named("post_tag"), ...named("tag")];
  return { sections: named("category").filter((name) => name !== "Uncategorized"), tags };
}

/** Returns a time in UTC. For drafts, WordPress leaves the UTC time at zero, so the site's local time is used. */
function dateOf(record: XmlElement, name: string): string | undefined {
  const found = [`${name}_gmt`, name].map((candidate) => childText(record, candidate) ?? "");
  return toInstant(found.find((text) => text !== "" && !text.startsWith("0000")));
}

function metaOf(record: XmlElement, key: string): string | undefined {
  const meta = childrenOf(record, "wp:postmeta").find(
    (candidate) => childText(candidate, "wp:meta_key") === key,
  );
  return meta && childText(meta, "wp:meta_value");
}

function* notesOf(
  content: string,
  {
    label,
    place,
    isProtected,
    isPrivate,
  }: { label: string; place: Place; isProtected: boolean; isPrivate: boolean },
): Generator<ImportItem> {
  if (isProtected) yield { kind: "note", text: `${label} has a password, so it becomes a draft`, place };
  if (isPrivate) yield { kind: "note", text: `${label} is private, so it becomes a draft`, place };
  const shortcodes = shortcodesIn(content);
  if (shortcodes.length === 0) return;
  const names = shortcodes.map((name) => `[${name}]`).join(", ");
  yield { kind: "note", text: `${label} contains the shortcodes ${names}, which stay unchanged`, place };
}
