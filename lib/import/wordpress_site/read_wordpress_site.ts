import { systemClock } from "../../base/time/clock.ts";
import { type JsonObject, objectOf, textOf } from "../ghost/json_value.ts";
import { ImportError } from "../import_error.ts";
import type { ImportItem, ImportNote, Place, ReadOptions, SkippedItem } from "../import_item.ts";
import type { ReadItems } from "../run/link_translations.ts";
import { wordpressFields } from "../wordpress/meta_of.ts";
import { keptFieldTest } from "../wordpress/private_fields.ts";
import { isKnownType, SkippedKinds } from "../wordpress/skipped_kinds.ts";
import { plainText, toWordPressPost, type WordPressContext } from "../wordpress/to_wordpress_post.ts";
import { WordPressClock } from "../wordpress/wordpress_dates.ts";
import { WordPressIndex } from "../wordpress/wordpress_index.ts";
import {
  extraFields,
  languageFields,
  libraryFields,
  libraryRecord,
  mediaRecord,
  type OtherTaxonomy,
  postRecord,
} from "./post_record.ts";
import { readList, UnreadableListError } from "./read_list.ts";
import type { GetFromSite } from "./site_response.ts";
import { SiteNames } from "./site_names.ts";
import { type ApiParameters, WordPressApi } from "./wordpress_api.ts";

/** Options of {@link openWordPressSite}. */
export interface WordPressSiteOptions extends Pick<ReadOptions, "now" | "postFields"> {
  /** Requests a URL of the site. Requests follow one another. */
  get: GetFromSite;
  /** True if requests have a password. Then drafts and the stored content are read. */
  hasPassword: boolean;
  /** Called after each page of posts. `total` is undefined in the first pass. */
  onProgress?: (progress: { done: number; total: number | undefined }) => void;
}

const keyFields = [
  "id,slug,status,type,link,guid,title,date,date_gmt,modified,modified_gmt",
  ...languageFields,
].join(",");
const contentFields = "excerpt,author,featured_media,password,categories,tags,format";
const statuses = "publish,future,draft,pending,private";
/** Maximum number of types and of taxonomies that are read. */
const mostKinds = 100;
const plainName = /^[\w-]{1,100}$/;

/**
 * Finds the REST API of a WordPress site. The result reads its posts and pages, in a first pass only their addresses.
 *
 * @throws {ImportError} if the site has no API, or refuses it
 */
export async function openWordPressSite(
  address: string,
  options: WordPressSiteOptions,
): Promise<{ home: string; language: string | undefined; read: ReadItems }> {
  const api = await WordPressApi.find(address, options.get);
  const site = new WordPressSite(api, options);
  return { home: api.home, language: api.language, read: (pass) => site.read(pass) };
}

class WordPressSite {
  readonly #api: WordPressApi;
  readonly #options: WordPressSiteOptions;
  readonly #names: SiteNames;
  readonly #context: WordPressContext;
  readonly #skipped: SkippedKinds;
  readonly #place: Place;
  /** Number of posts and pages, by the last first pass. */
  #total: number | undefined;
  #done = 0;

  constructor(api: WordPressApi, options: WordPressSiteOptions) {
    this.#api = api;
    this.#options = options;
    this.#names = new SiteNames(api);
    this.#place = { file: api.home };
    const postFields = wordpressFields(options.postFields);
    this.#skipped = new SkippedKinds(api.home, keptFieldTest(postFields));
    this.#context = {
      siteUrl: api.home.replace(/\/$/, ""),
      blogUrl: api.home,
      content: true,
      language: api.language,
      authors: new Map(),
      locales: new Map(),
      index: new WordPressIndex(),
      clock: new WordPressClock(),
      postFields,
      now: options.now ?? systemClock.now(),
    };
  }

  async *read(pass: "keys" | "posts"): AsyncGenerator<ImportItem> {
    this.#done = 0;
    const isFull = pass === "posts";
    if (isFull && this.#options.hasPassword) yield* this.#readLibrary();
    const taxonomies = isFull ? await this.#otherTaxonomies() : [];
    const fields = isFull
      ? [
          keyFields,
          contentFields,
          this.#contentField(),
          ...extraFields,
          ...taxonomies.map(({ field }) => field),
        ]
      : [keyFields];
    for (const list of ["posts", "pages"])
      yield* this.#readPosts(list, [...new Set(fields.join(",").split(","))].join(","), taxonomies);
    this.#total = this.#done;
    if (!isFull) return;
    yield* this.#readOtherTypes();
    const { total = 0 } = await this.#api.read("wp/v2/comments", { per_page: 1, _fields: "id" });
    this.#skipped.addComments(total, this.#place);
    yield* this.#skipped.items();
    yield* this.#names.items();
  }

  /** With a password, rendering would be wasted. */
  #contentField(): string {
    return this.#options.hasPassword ? "content.raw,content.protected" : "content";
  }

  get #access(): ApiParameters {
    return this.#options.hasPassword ? { context: "edit" } : {};
  }

  /** Reads the files of the media library and the synced patterns, to which the stored content refers. */
  async *#readLibrary(): AsyncGenerator<ImportItem> {
    const parameters = { ...this.#access, _fields: libraryFields };
    for (const list of ["media", "blocks"])
      try {
        for await (const { items } of readList(this.#api, `wp/v2/${list}`, parameters))
          for (const item of items) this.#context.index.add(libraryRecord(item));
      } catch (error) {
        if (!(error instanceof UnreadableListError)) throw error;
        yield this.#note("refused-list", error.reason);
      }
  }

  async *#readPosts(
    list: string,
    fields: string,
    taxonomies: readonly OtherTaxonomy[],
  ): AsyncGenerator<ImportItem> {
    const isFull = fields !== keyFields;
    const parameters = {
      ...this.#access,
      status: this.#options.hasPassword ? statuses : undefined,
      _fields: fields,
    };
    try {
      for await (const { items, lost } of readList(this.#api, `wp/v2/${list}`, parameters)) {
        if (lost !== undefined) yield this.#skip("unreadable-item", lost);
        if (isFull) await this.#learn(items);
        for (const post of items) yield* this.#toItems(post, { taxonomies, isFull });
        this.#done += items.length;
        this.#options.onProgress?.({ done: this.#done, total: isFull ? this.#total : undefined });
      }
    } catch (error) {
      if (!(error instanceof UnreadableListError) || !/^40[0134]$/.test(String(error.status))) throw error;
      if (list === "posts" && error.status !== 404) throw this.#refusal(error);
      yield this.#skip("refused-list", error.reason);
    }
  }

  #refusal({ reason }: UnreadableListError): ImportError {
    const advice = this.#options.hasPassword
      ? "The user needs the right to edit posts, and an application password of the profile"
      : "Name a user with --user, or import a file of Tools > Export";
    return new ImportError(this.#place, `${reason}. ${advice}`);
  }

  /** Requests the names to which posts refer by id. */
  async #learn(posts: readonly JsonObject[]): Promise<void> {
    const media = this.#options.hasPassword ? {} : ({ media: "featured_media" } as const);
    await this.#names.learn(posts, { categories: "categories", tags: "tags", users: "author", ...media });
    for (const { author, featured_media: image } of posts) {
      const name = plainText(this.#names.nameOf("users", author));
      if (name !== undefined) this.#context.authors.set(String(author), name);
      const url = this.#names.nameOf("media", image);
      if (url !== undefined) this.#context.index.add(mediaRecord(image, url));
    }
  }

  async *#toItems(
    post: JsonObject,
    { taxonomies, isFull }: { taxonomies: readonly OtherTaxonomy[]; isFull: boolean },
  ): AsyncGenerator<ImportItem> {
    const place = { file: textOf(post["link"]) ?? this.#api.home };
    const record = postRecord(post, this.#names, taxonomies);
    const context = {
      ...this.#context,
      content: isFull,
      isRendered: objectOf(post["content"])?.["raw"] === undefined,
    };
    yield* toWordPressPost(record, context, place);
    if (isFull) this.#skipped.addDetails(record, place);
  }

  async #otherTaxonomies(): Promise<OtherTaxonomy[]> {
    const { value } = await this.#api.read("wp/v2/taxonomies");
    return Object.entries(objectOf(value) ?? {})
      .slice(0, mostKinds)
      .flatMap(([name, taxonomy]) => {
        const field = textOf(objectOf(taxonomy)?.["rest_base"]) ?? name;
        return ["categories", "tags"].includes(field) || !plainName.test(field) ? [] : [{ name, field }];
      });
  }

  /** Counts the items of types that are neither posts nor pages. */
  async *#readOtherTypes(): AsyncGenerator<ImportItem> {
    const { value } = await this.#api.read("wp/v2/types");
    for (const [name, type] of Object.entries(objectOf(value) ?? {}).slice(0, mostKinds)) {
      const { rest_base: base = name, rest_namespace: namespace = "wp/v2" } = objectOf(type) ?? {};
      const path = `${textOf(namespace) ?? ""}/${textOf(base) ?? ""}`;
      const isPost = name === "post" || name === "page";
      if (isPost || isKnownType(name) || !/^[\w-]{1,100}(?:\/[\w-]{1,100}){1,3}$/.test(path)) continue;
      const { fault, total } = await this.#api.read(path, { per_page: 1, _fields: "id" });
      if (fault === undefined && total !== undefined) {
        if (total > 0) this.#skipped.addType(name, this.#place, total);
      } else {
        const reason = fault ?? "no number of items";
        yield this.#note("other-type", `items of the type ${name} are not read, and not counted: ${reason}`);
      }
    }
  }

  #skip(category: string, reason: string): SkippedItem {
    return { kind: "skipped", category, reason, place: this.#place };
  }

  #note(category: string, text: string): ImportNote {
    return { kind: "note", category, text, isLoss: category === "refused-list", place: this.#place };
  }
}
