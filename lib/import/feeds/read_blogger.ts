import type { PostStatus } from "../../content/mod.ts";
import { alternateOf, atomFields, entryLanguage, isAtomDraft } from "./atom_fields.ts";
import { Audience, unknownLanguage } from "../values/audience.ts";
import { checkReadArguments } from "../check_read_options.ts";
import { ImportError } from "../import_error.ts";
import type { ImportItem, ImportSource, ReadOptions } from "../import_item.ts";
import { lastSegment, toDescription, toPostInput, toSlugOrTitle, toTags } from "../values/post_fields.ts";
import { childrenOf, childText, type XmlElement, xmlRecords } from "../markup/xml_records.ts";

const paths = new Set(["feed/entry"]);
const kindScheme = "http://schemas.google.com/g/2005#kind";

/** Fields that are read before the first post. */
const checkedFields: ReadonlySet<string> = new Set(["id", "content"]);

/** Post statuses by the status in an export of Google Takeout. Entries in the trash are skipped. */
const statuses: ReadonlyMap<string, PostStatus> = new Map([
  ["LIVE", "published"],
  ["SCHEDULED", "scheduled"],
  ["DRAFT", "draft"],
]);

/**
 * Reads the posts and pages of a Blogger export (Atom), of Blogger's backup or of Google Takeout. Comments, templates and
 * settings are counted, but not imported. The file is read twice, so a malformed file is rejected before its first post.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {ImportError} if the file is not well-formed, or has no entries
 */
export function readBlogger(source: ImportSource, options: ReadOptions): AsyncGenerator<ImportItem> {
  checkReadArguments(source, options);
  return readItems(source, options);
}

async function* readItems(
  source: ImportSource,
  { siteUrl, content = true }: ReadOptions,
): AsyncGenerator<ImportItem> {
  const { file } = source;
  const others = new Map<string, number>();
  let found = 0;
  let isPrivate = false;
  if (content) {
    for await (const entry of xmlRecords(source, { paths, kept: checkedFields })) {
      found++;
      isPrivate ||= isPrivateBlog(entry);
    }
  }
  if (content && found === 0)
    throw new ImportError({ file }, "it is not a Blogger export: it has no entries");
  for await (const entry of xmlRecords(source, { paths })) {
    const kind = kindOf(entry);
    if (kind === "post" || kind === "page") yield* toItems(entry, file, { siteUrl, isPrivate });
    else others.set(kind, (others.get(kind) ?? 0) + 1);
  }
  for (const [kind, count] of others) {
    const text = `entries of the kind ${kind} are not imported: ${count}`;
    yield { kind: "note", category: kind, text, count, isLoss: false, place: { file } };
  }
}

/** Returns the kind of an entry in lower case. An entry without a kind is a post, as in a blog's public feed. */
function kindOf(entry: XmlElement): string {
  const type = childText(entry, "blogger:type");
  const term = childrenOf(entry, "category").find(({ attributes }) => attributes["scheme"] === kindScheme)
    ?.attributes["term"];
  const kind = (type ?? term?.split("#").at(-1) ?? "post").toLowerCase();
  return /^[a-z-]{1,30}$/.test(kind) ? kind : "unknown";
}

/** True for the setting of a backup by which only invited readers see the blog. */
function isPrivateBlog(entry: XmlElement): boolean {
  const isSetting = childText(entry, "id")?.endsWith(".settings.BLOG_READ_ACCESS_MODE") === true;
  return isSetting && childText(entry, "content")?.toUpperCase() !== "PUBLIC";
}

function* toItems(
  entry: XmlElement,
  file: string,
  { siteUrl, isPrivate }: { siteUrl: string; isPrivate: boolean },
): Generator<ImportItem> {
  const place = { file, line: entry.line };
  const audience = new Audience();
  const fields = atomFields(entry, siteUrl, audience);
  const foreignStatus = childText(entry, "blogger:status");
  const status = statusOf(entry, foreignStatus);
  if (status === undefined) {
    const name = (fields.name ?? childText(entry, "id") ?? "").slice(0, 200);
    const reason = `"${name}" has the status ${JSON.stringify(foreignStatus?.slice(0, 50))}`;
    yield { kind: "skipped", category: "status", reason, isLoss: foreignStatus !== "SOFT_TRASHED", place };
    return;
  }
  const labels = childrenOf(entry, "category")
    .filter(({ attributes }) => attributes["scheme"] !== kindScheme)
    .map(({ attributes }) => attributes["term"] ?? "");
  const input = toPostInput({
    ...fields,
    name: fields.name ?? "(Untitled)",
    slug: slugOf(entry, fields.name),
    description: toDescription(childText(entry, "blogger:metaDescription")) ?? fields.description,
    tags: toTags(labels),
    status,
  });
  const key = childText(entry, "id");
  const address = addressOf(entry);
  if (isPrivate) audience.restrict("is in a blog for invited readers");
  yield* audience.items({
    kind: "post",
    ...(key !== undefined && { key }),
    ...(address !== undefined && { sourceUrl: address }),
    input: { ...input, html: fields.html ?? "" },
    place,
  });
  const unknown = unknownLanguage(entryLanguage(entry));
  if (unknown !== undefined) yield { kind: "note", ...unknown, place };
}

function statusOf(entry: XmlElement, foreignStatus: string | undefined): PostStatus | undefined {
  if (foreignStatus !== undefined) return statuses.get(foreignStatus);
  return isAtomDraft(entry) ? "draft" : "published";
}

/** Returns the slug of the post's address. Drafts have no address, so their slug comes from the title or the id. */
function slugOf(entry: XmlElement, title: string | undefined): string | undefined {
  const address = addressOf(entry);
  const url = address?.startsWith("/") === true ? `https://blogger.invalid${address}` : address;
  const id = childText(entry, "id")?.split(/[.:]/).at(-1);
  return toSlugOrTitle(lastSegment(url ?? ""), title) ?? toSlugOrTitle(id, undefined);
}

/** Returns the address of a post, which is a path in an export of Google Takeout. Drafts have none. */
function addressOf(entry: XmlElement): string | undefined {
  const filename = childText(entry, "blogger:filename");
  return filename === undefined ? alternateOf(entry) : `/${filename.replace(/^\//, "")}`;
}
