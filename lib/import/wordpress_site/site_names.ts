import { BoundedMap } from "../../base/bounded_map.ts";
import { detachedText } from "../values/detached_text.ts";
import { type JsonObject, listOf, objectOf, textOf } from "../ghost/json_value.ts";
import type { ImportItem } from "../import_item.ts";
import type { WordPressApi } from "./wordpress_api.ts";

/** Lists of the API to which posts refer by id, and the fields that are read. */
const lists = {
  categories: "id,name",
  tags: "id,name",
  users: "id,name",
  media: "id,source_url",
} as const;

/** A list to which posts refer by id. */
export type NamedList = keyof typeof lists;

/** Maximum number of ids of a request, of names that are kept of a list, and of authors that are looked up by their posts. */
const idsAtOnce = 100;
const mostNames = 100_000;
const mostAuthors = 100;
/** Maximum length of a name or address. */
const maxLength = 2083;

/** Names of categories, tags and authors, and addresses of media, by their ids. They are requested when a post has a new id. */
export class SiteNames {
  readonly #api: WordPressApi;
  readonly #names = new Map<NamedList, BoundedMap<string>>();
  /** The reasons why lists are refused. */
  readonly #refusals = new Map<NamedList, string>();
  readonly #missing = new Map<NamedList, number>();
  readonly #triedAuthors = new Set<unknown>();

  constructor(api: WordPressApi) {
    this.#api = api;
  }

  /** Returns a name, or undefined if it is unknown. */
  nameOf(list: NamedList, id: unknown): string | undefined {
    return this.#known(list).get(String(id)) || undefined;
  }

  /** Learns the names to which posts refer by their fields. */
  async learn(
    posts: readonly JsonObject[],
    fields: Readonly<Partial<Record<NamedList, string>>>,
  ): Promise<void> {
    for (const [list, field] of Object.entries(fields) as [NamedList, string][]) {
      const ids = new Set(
        posts.flatMap((post) => post[field]).filter((id) => typeof id === "number" && id > 0),
      );
      await this.#learnList(list, ids);
      if (list === "users") await this.#learnAuthors(posts, ids);
      const missing = [...ids].filter((id) => this.nameOf(list, id) === undefined).length;
      this.#missing.set(list, (this.#missing.get(list) ?? 0) + missing);
    }
  }

  /** Yields a note for each list that the site refused. */
  *items(): Generator<ImportItem> {
    for (const [list, fault] of this.#refusals) {
      const count = this.#missing.get(list) ?? 0;
      const text = `names in the list ${list} are missing, because the site does not give it: ${fault}`;
      const place = { file: this.#api.home };
      if (count > 0) yield { kind: "note", category: "refused-list", text, count, isLoss: true, place };
    }
  }

  async #learnList(list: NamedList, ids: ReadonlySet<unknown>): Promise<void> {
    const known = this.#known(list);
    const missing = [...ids].filter((id) => known.get(String(id)) === undefined);
    for (let at = 0; at < missing.length && !this.#refusals.has(list); at += idsAtOnce) {
      const include = missing.slice(at, at + idsAtOnce).join(",");
      const parameters = { include, per_page: idsAtOnce, _fields: lists[list] };
      const { value, fault } = await this.#api.read(`wp/v2/${list}`, parameters);
      if (fault !== undefined) this.#refusals.set(list, fault);
      else for (const found of listOf(value)) this.#keep(list, objectOf(found));
    }
    // An empty name stands for an id that the site does not know.
    for (const id of missing) if (known.get(String(id)) === undefined) known.set(String(id), "");
  }

  /** Learns authors from the posts' pages, and from embedded authors. Some sites refuse only the list of users. */
  async #learnAuthors(posts: readonly JsonObject[], ids: ReadonlySet<unknown>): Promise<void> {
    for (const { author: id, yoast_head_json: head } of posts) {
      const name = objectOf(head)?.["author"];
      if (this.nameOf("users", id) === undefined) this.#keep("users", { id, name });
    }
    for (const id of ids) {
      const isTried = this.#triedAuthors.has(id) || this.#triedAuthors.size >= mostAuthors;
      if (isTried || this.nameOf("users", id) !== undefined) continue;
      this.#triedAuthors.add(id);
      const parameters = { author: Number(id), per_page: 1, _embed: "author", _fields: "_links,_embedded" };
      const { value } = await this.#api.read("wp/v2/posts", parameters);
      const embedded = objectOf(objectOf(listOf(value)[0])?.["_embedded"]);
      this.#keep("users", objectOf(listOf(embedded?.["author"])[0]));
    }
  }

  #keep(list: NamedList, found: JsonObject | undefined): void {
    const id = textOf(found?.["id"]);
    const name = textOf(found?.[list === "media" ? "source_url" : "name"]);
    if (id !== undefined && name !== undefined)
      this.#known(list).set(id, detachedText(name.slice(0, maxLength)));
  }

  #known(list: NamedList): BoundedMap<string> {
    const known = this.#names.get(list) ?? new BoundedMap<string>(mostNames);
    this.#names.set(list, known);
    return known;
  }
}
