import type { ImportNote, ImportSource } from "../import_item.ts";
import { isTrue, textOf } from "./json_value.ts";
import { jsonRecords } from "./json_records.ts";

/** Fields of a post in the table `posts_meta`. */
interface PostMeta {
  description: string | undefined;
  isEmailOnly: boolean;
  hasImageCaption: boolean;
}

/** A reference of a post to a tag or author. */
interface Reference {
  id: string;
  order: number;
}

/** Tables with one note each, and the words for their content. Some have keys, passwords, addresses or tokens. */
const namedTables: Readonly<Record<string, string>> = {
  users: "passwords and addresses of users",
  members: "members",
  newsletters: "newsletters",
  products: "products (tiers)",
  offers: "offers",
  subscriptions: "subscriptions",
  comments: "comments",
  settings: "settings",
  snippets: "snippets",
  integrations: "integrations",
  api_keys: "API keys",
  webhooks: "webhooks",
  invites: "invites",
  sessions: "sessions",
  tokens: "tokens",
  redirects: "redirects",
};

/** Tables that the reader uses. */
const readTables: ReadonlySet<string> = new Set([
  "posts",
  "posts_meta",
  "posts_tags",
  "posts_authors",
  "tags",
]);

/** Records that the posts of an export refer to: ids and names, without content. */
export class GhostTables {
  readonly #tags = new Map<string, string>();
  readonly #authors = new Map<string, string>();
  readonly #tagsOfPost = new Map<string, Reference[]>();
  readonly #authorsOfPost = new Map<string, Reference[]>();
  readonly #metas = new Map<string, PostMeta>();
  /** Number of records by table. */
  readonly #counts = new Map<string, number>();

  /** @throws {ImportError} if the file is not JSON */
  static async read(source: ImportSource): Promise<GhostTables> {
    const tables = new GhostTables();
    for await (const { table, value } of jsonRecords(source)) tables.#add(table, value);
    return tables;
  }

  get hasPosts(): boolean {
    return this.#counts.has("posts");
  }

  /** Returns the names of a post's public tags in order. The first is Ghost's primary tag. */
  tagsOf(post: string): string[] {
    // Ghost tags that begin with # are for the theme, not for readers.
    return namesOf(this.#tagsOfPost.get(post), this.#tags).filter((name) => !name.startsWith("#"));
  }

  /** Returns the names of a post's authors in order. */
  authorsOf(post: string, authorId: string | undefined): string[] {
    const names = namesOf(this.#authorsOfPost.get(post), this.#authors);
    const name = this.#authors.get(authorId ?? "");
    return names.length === 0 && name !== undefined ? [name] : names;
  }

  metaOf(post: string): PostMeta | undefined {
    return this.#metas.get(post);
  }

  /** Yields one note for each kind of record that is not imported. */
  *notes(file: string): Generator<ImportNote> {
    const others: string[] = [];
    let otherCount = 0;
    for (const [table, count] of this.#counts) {
      if (readTables.has(table)) continue;
      const words = Object.hasOwn(namedTables, table) ? namedTables[table] : undefined;
      if (words === undefined) {
        otherCount += count;
        others.push(table.slice(0, 50));
        continue;
      }
      const category = table.replaceAll("_", "-");
      const text = `${words} are not imported: ${count}`;
      yield { kind: "note", category, text, count, isLoss: false, place: { file } };
    }
    if (others.length === 0) return;
    const names = `${others.slice(0, 40).join(", ")}${others.length > 40 ? " and more" : ""}`;
    const text = `records of other tables are not imported: ${otherCount} of ${names}`;
    yield { kind: "note", category: "other-table", text, count: otherCount, isLoss: false, place: { file } };
  }

  #add(table: string, value: Readonly<Record<string, unknown>>): void {
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
    const id = textOf(value["id"]) ?? "";
    const post = textOf(value["post_id"]) ?? "";
    if (table === "tags") this.#addTag(id, value);
    else if (table === "users") this.#authors.set(id, textOf(value["name"]) ?? "");
    else if (table === "posts_tags") append(this.#tagsOfPost, post, value, "tag_id");
    else if (table === "posts_authors") append(this.#authorsOfPost, post, value, "author_id");
    else if (table === "posts_meta") this.#addMeta(post, value);
  }

  #addTag(id: string, value: Readonly<Record<string, unknown>>): void {
    const name = textOf(value["name"]) ?? textOf(value["slug"]) ?? "";
    const isInternal = value["visibility"] === "internal" && !name.startsWith("#");
    this.#tags.set(id, isInternal ? `#${name}` : name);
  }

  #addMeta(post: string, value: Readonly<Record<string, unknown>>): void {
    this.#metas.set(post, {
      description: textOf(value["meta_description"]),
      isEmailOnly: isTrue(value["email_only"]),
      hasImageCaption: textOf(value["feature_image_caption"]) !== undefined,
    });
  }
}

/** Returns names by `sort_order`. References without it stay in the order of the file. */
function namesOf(references: readonly Reference[] = [], names: ReadonlyMap<string, string>): string[] {
  return references
    .toSorted((one, other) => one.order - other.order)
    .map(({ id }) => names.get(id) ?? "")
    .filter((name) => name !== "");
}

function append(
  lists: Map<string, Reference[]>,
  key: string,
  value: Readonly<Record<string, unknown>>,
  field: string,
): void {
  const id = textOf(value[field]);
  if (id === undefined) return;
  const order = Number(value["sort_order"] ?? 0) || 0;
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [{ id, order }]);
  else list.push({ id, order });
}
