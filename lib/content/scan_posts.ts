import type { Store, Stored } from "../store/mod.ts";
import type { PostSort } from "./content_source.ts";
import {
  htmlKey,
  indexOfSort,
  indexPrefix,
  type PostIndexEntry,
  postKey,
  type StoredPost,
} from "./post_record.ts";

/** How many index entries one page may look at, so that a filter that matches little costs a bounded time. */
const mostScanned = 10_000;
const largestScan = 500;

/** Which entries of an index make a page. */
export interface PostScan {
  sort: PostSort;
  limit: number;
  after?: string;
  isMatch: (entry: PostIndexEntry) => boolean;
  /** Whether the posts are to have their `html`. Default: false. */
  html?: boolean;
}

/** Walks an index from where the page before ended, until the page is full or enough was looked at. */
export async function scanPosts(
  store: Store,
  partition: string[],
  scan: PostScan,
): Promise<{ posts: (StoredPost & { html?: string })[]; next: string | null }> {
  const { matches, next } = await findMatches(store, partition, scan);
  const slugs = matches.map(({ slug }) => slug);
  return { posts: await readPosts(store, partition, { slugs, html: scan.html ?? false }), next };
}

/** Reads posts, and their content where it is asked for, in one round trip. */
async function readPosts(
  store: Store,
  partition: string[],
  { slugs, html }: { slugs: readonly string[]; html: boolean },
): Promise<(StoredPost & { html?: string })[]> {
  const keys = [...slugs.map(postKey), ...(html ? slugs.map(htmlKey) : [])];
  const records = await store.getMany<(StoredPost | { html: string } | null)[]>(
    keys.map((key) => ({ partition, key })),
  );
  return slugs.flatMap((_slug, index) => {
    const post = records[index]?.data as StoredPost | undefined;
    const content = records[slugs.length + index]?.data as { html: string } | undefined;
    if (post === undefined) return [];
    return html ? { ...post, html: content?.html ?? "" } : post;
  });
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
