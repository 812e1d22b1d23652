import type { Store } from "../store/mod.ts";
import type { PostSort } from "./content_source.ts";
import {
  htmlKey,
  indexOfSort,
  indexPrefix,
  type PostIndexEntry,
  postKey,
  type StoredPost,
} from "./post_record.ts";
import { scanMatches } from "./scan_matches.ts";

/** How many index entries one page may look at, and how many are read at a time. */
const bounds = { mostScanned: 10_000, batch: 500 };

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
  const { sort, limit, after, isMatch } = scan;
  const { index, reverse } = indexOfSort(sort);
  const range = { prefix: indexPrefix(index), reverse, limit, after };
  const { matches, next } = await scanMatches(store, partition, { ...range, ...bounds, isMatch });
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
