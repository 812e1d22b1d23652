import { authorNames } from "../author_names.ts";
import { lastNumberOf, type Store, type Stored } from "../store/mod.ts";
import { type PostIndexEntry, postKey, type StoredPost } from "./post_record.ts";

/** The authors of the posts in a batch of index entries. The index does not have them, so the posts are read. */
export class IndexAuthors {
  readonly #store: Store;
  readonly #partition: readonly string[];
  #authors = new Map<string, readonly string[]>();

  constructor(store: Store, partition: readonly string[]) {
    this.#store = store;
    this.#partition = partition;
  }

  /** Reads the posts of a batch, which replaces the previous batch. */
  async load(entries: readonly Stored<PostIndexEntry>[]): Promise<void> {
    const records = await this.#store.getReadable<(StoredPost | null)[]>(
      entries.map(({ data }) => ({ partition: [...this.#partition], key: postKey(data.slug) })),
    );
    this.#authors = new Map();
    for (const [index, { key, data }] of entries.entries()) {
      const post = records[index]?.data;
      // The index entry of a lost post still exists after a different post takes its slug.
      if (post?.id === lastNumberOf(key)) this.#authors.set(data.slug, authorNames(post));
    }
  }

  /** Returns the authors of a post in the batch. */
  of({ slug }: PostIndexEntry): readonly string[] {
    return this.#authors.get(slug) ?? [];
  }
}
