import { completePosts, setsOf } from "../lib/content/posts/post_record.ts";
import type { StoredPost } from "../lib/content/posts/post_forms.ts";
import type { Store } from "../lib/store/mod.ts";

/** Options for generated posts. */
export interface BulkOptions {
  organizationSlug: string;
  /** Number of the first post. Numbers are the ids of posts. The slug of 7 is `post-7`. */
  from: number;
  count: number;
  html: (index: number) => string;
}

/** Number of posts in a commit. */
const batch = 200;
const firstDay = Date.UTC(2020, 0, 1);
const minute = 60_000;

/**
 * Writes the records of `posts.create` without their history, hundreds of posts per commit. Filling the store is not measured. The
 * organization must exist.
 */
export async function importInBulk(store: Store, options: BulkOptions): Promise<void> {
  const { organizationSlug, from, count } = options;
  const end = from + count;
  for (let start = from; start < end; start += batch) {
    const size = Math.min(batch, end - start);
    const sets = Array.from({ length: size }, (_, offset) => recordsOf(start + offset, options)).flat();
    await store.commit(["org", organizationSlug], { sets: [...sets, completePosts] });
  }
  await store.commit(["post-ids"], { sums: [{ key: ["last"], add: count }] });
}

/** Returns the creation time of a post by its number, in milliseconds since the epoch. */
export function createdAtOf(index: number): number {
  return firstDay + index * minute;
}

function recordsOf(index: number, { html }: BulkOptions): ReturnType<typeof setsOf> {
  const createdAt = new Date(createdAtOf(index)).toISOString();
  const post: StoredPost = {
    id: index,
    name: `Post ${index}`,
    slug: `post-${index}`,
    wordCount: 100,
    articleSection: "Guides",
    inLanguage: "en",
    isAccessibleForFree: true,
    status: "published",
    publishedAt: createdAt,
    createdAt,
    updatedAt: createdAt,
    changedAt: createdAt,
    revision: 1,
  };
  return setsOf(post, { html: html(index) });
}
