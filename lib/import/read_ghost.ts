import { checkReadArguments } from "./check_read_options.ts";
import type { PostStatus } from "../content/mod.ts";
import { ImportError } from "./import_error.ts";
import type { ImportItem, ImportSource, Place, ReadOptions } from "./import_item.ts";
import { type JsonRecord, jsonRecords } from "./json_records.ts";
import {
  toByline,
  toDescription,
  toImage,
  toLanguage,
  toPostInput,
  toSlugOrTitle,
  toTags,
} from "./post_fields.ts";
import { toInstant } from "./to_instant.ts";

/** Records that the posts of an export refer to: ids and names, without content. */
interface Related {
  tags: Map<string, string>;
  authors: Map<string, string>;
  tagsOfPost: Map<string, string[]>;
  authorsOfPost: Map<string, string[]>;
  descriptions: Map<string, string>;
  /** Number of records by table. */
  counts: Map<string, number>;
}

type Value = JsonRecord["value"];

const statuses: Readonly<Record<string, PostStatus>> = {
  published: "published",
  scheduled: "scheduled",
  draft: "draft",
  sent: "draft",
};

/** Tables with keys, password hashes, members' addresses or tokens. They are not imported. */
const secretTables = [
  "api_keys",
  "integrations",
  "invites",
  "members",
  "sessions",
  "settings",
  "tokens",
  "webhooks",
];

/**
 * Reads the posts and pages of a Ghost export (JSON). The file is read twice, because tags and authors follow the posts.
 * Only the names of users are read. Keys, passwords, members and settings are not imported, and a note lists them.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {ImportError} if the file is not JSON, or not a Ghost export
 */
export function readGhost(source: ImportSource, options: ReadOptions): AsyncGenerator<ImportItem> {
  checkReadArguments(source, options);
  return readItems(source, options);
}

async function* readItems(source: ImportSource, options: ReadOptions): AsyncGenerator<ImportItem> {
  const related = await readRelated(source);
  if (!related.counts.has("posts")) {
    throw new ImportError({ file: source.file }, "it is not a Ghost export: it has no posts in data");
  }
  yield* droppedNote(related, source.file);
  for await (const record of jsonRecords(source)) {
    if (record.table === "posts") yield* toItems(record, related, { ...options, file: source.file });
  }
}

async function readRelated(source: ImportSource): Promise<Related> {
  const related: Related = {
    tags: new Map(),
    authors: new Map(),
    tagsOfPost: new Map(),
    authorsOfPost: new Map(),
    descriptions: new Map(),
    counts: new Map(),
  };
  for await (const { table, value } of jsonRecords(source)) {
    related.counts.set(table, (related.counts.get(table) ?? 0) + 1);
    const id = textOf(value["id"]) ?? "";
    const post = textOf(value["post_id"]) ?? "";
    if (table === "tags") related.tags.set(id, textOf(value["name"]) ?? "");
    else if (table === "users") related.authors.set(id, textOf(value["name"]) ?? "");
    else if (table === "posts_tags") append(related.tagsOfPost, post, textOf(value["tag_id"]));
    else if (table === "posts_authors") append(related.authorsOfPost, post, textOf(value["author_id"]));
    else if (table === "posts_meta") {
      const description = textOf(value["meta_description"]);
      if (description !== undefined) related.descriptions.set(post, description);
    }
  }
  return related;
}

function* droppedNote({ counts }: Related, file: string): Generator<ImportItem> {
  const dropped = secretTables
    .filter((table) => counts.has(table))
    .map((table) => `${counts.get(table)} of ${table}`);
  const users = counts.get("users") ?? 0;
  if (users > 0) dropped.unshift(`passwords and addresses of ${users} users`);
  if (dropped.length === 0) return;
  yield { kind: "note", text: `secrets are not imported: ${dropped.join(", ")}`, place: { file } };
}

function* toItems(
  { value, line, column }: JsonRecord,
  related: Related,
  { siteUrl, file }: ReadOptions & { file: string },
): Generator<ImportItem> {
  const place: Place = { file, line, column };
  const title = textOf(value["title"]);
  const label = `"${title ?? textOf(value["slug"]) ?? textOf(value["id"]) ?? ""}"`;
  const status = statuses[textOf(value["status"]) ?? "draft"];
  const html = textOf(value["html"]);
  const reason = reasonToSkip(value, { label, status, html });
  if (reason !== undefined || status === undefined) {
    yield { kind: "skipped", reason: reason ?? "", place };
    return;
  }
  const visibility = textOf(value["visibility"]) ?? "public";
  const isForAll = visibility === "public";
  const input = toPostInput({
    ...fieldsOf(value, related, siteUrl),
    name: title ?? "(Untitled)",
    slug: toSlugOrTitle(textOf(value["slug"]), title),
    status: isForAll ? status : "draft",
    isAccessibleForFree: isForAll,
  });
  yield { kind: "post", input: { ...input, html: withSite(html ?? "", siteUrl) }, place };
  if (!isForAll)
    yield { kind: "note", text: `${label} has the visibility ${visibility}, so it becomes a draft`, place };
  if (value["status"] === "sent")
    yield { kind: "note", text: `${label} was an email, so it becomes a draft`, place };
}

function reasonToSkip(
  value: Value,
  { label, status, html }: { label: string; status: PostStatus | undefined; html: string | undefined },
): string | undefined {
  if (status === undefined) return `${label} has the status ${JSON.stringify(value["status"])}`;
  const isWritten = textOf(value["lexical"]) ?? textOf(value["mobiledoc"]);
  if (html === undefined && isWritten !== undefined)
    return `${label} has no HTML, only the format of Ghost's editor`;
  return undefined;
}

function fieldsOf(
  value: Value,
  related: Related,
  siteUrl: string,
): Partial<Parameters<typeof toPostInput>[0]> {
  const id = textOf(value["id"]) ?? "";
  const authorIds = related.authorsOfPost.get(id) ?? [textOf(value["author_id"]) ?? ""];
  // Ghost tags that begin with # are for the theme, not for readers.
  const tags = namesOf(related.tagsOfPost.get(id), related.tags).filter((name) => !name.startsWith("#"));
  const createdAt = toInstant(value["published_at"]) ?? toInstant(value["created_at"]);
  return {
    description: toDescription(textOf(value["custom_excerpt"]) ?? related.descriptions.get(id)),
    image: toImage(withSite(textOf(value["feature_image"]) ?? "", siteUrl), siteUrl),
    ...toByline(namesOf(authorIds, related.authors)),
    articleSection: tags[0],
    tags: toTags(tags),
    inLanguage: toLanguage(value["locale"]),
    publishedAt: toInstant(value["published_at"]),
    createdAt,
    updatedAt: toInstant(value["updated_at"]),
  };
}

function namesOf(ids: readonly string[] | undefined, names: Map<string, string>): string[] {
  return (ids ?? []).map((id) => names.get(id) ?? "").filter((name) => name !== "");
}

/** Replaces Ghost's placeholder for the URL of its site. */
function withSite(text: string, siteUrl: string): string {
  return text.replaceAll("__GHOST_URL__", siteUrl);
}

function append(lists: Map<string, string[]>, key: string, value: string | undefined): void {
  if (value === undefined) return;
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Returns a non-empty text or a number as text. Older exports have numeric ids. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
