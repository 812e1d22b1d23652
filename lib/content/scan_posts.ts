import type { Store, Stored } from "../store/mod.ts";
import type { PostSort } from "./content_source.ts";
import { indexOfSort, indexPrefix, type PostIndexEntry, postKey, type StoredPost } from "./post_record.ts";

/** How many index entries one page may look at, so that a filter that matches little costs a bounded time. */
const mostScanned = 10_000;
const largestScan = 500;

/** Which entries of an index make a page. */
export interface PostScan {
  sort: PostSort;
  limit: number;
  after?: string;
  isMatch: (entry: PostIndexEntry) => boolean;
}

/** Walks an index from where the page before ended, until the page is full or enough was looked at. */
export async function scanPosts(
  store: Store,
  partition: string[],
  scan: PostScan,
): Promise<{ posts: StoredPost[]; next: string | null }> {
  const { matches, next } = await findMatches(store, partition, scan);
  const locations = matches.map(({ slug }) => ({ partition, key: postKey(slug) }));
  const posts = await store.getMany<(StoredPost | null)[]>(locations);
  return { posts: posts.flatMap((post) => post?.data ?? []), next };
}

async function findMatches(
  store: Store,
  partition: string[],
  { sort, limit: most, after: start, isMatch }: PostScan,
): Promise<{ matches: PostIndexEntry[]; next: string | null }> {
  const { index, reverse } = indexOfSort(sort);
  const matches: PostIndexEntry[] = [];
  let after = start;
  for (let scanned = 0; scanned < mostScanned; scanned += largestScan) {
    // One more than a page, so that a list whose posts all match is read at once and knows its end.
    const limit = scanned === 0 ? Math.min(most + 1, largestScan) : largestScan;
    const options = { prefix: indexPrefix(index), limit, reverse };
    const entries: Stored<PostIndexEntry>[] = await store.list(
      partition,
      after === undefined ? options : { ...options, after },
    );
    for (const { key, data } of entries) {
      if (isMatch(data)) {
        if (matches.length === most) return { matches, next: after ?? null };
        matches.push(data);
      }
      after = key;
    }
    if (entries.length < limit) return { matches, next: null };
  }
  return { matches, next: after ?? null };
}
