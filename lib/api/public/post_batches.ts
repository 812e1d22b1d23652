import { cursorWatch } from "../../base/host/cursor_watch.ts";
import type { Post } from "../../content/mod.ts";
import { yieldToEventLoop } from "../../base/yielding.ts";
import type { ExpiryTrackingReader } from "./expiry_tracking_reader.ts";

const batchSize = 1000;

/** A position among an organization's posts, sorted by creation: `skip` posts after the cursor `after`. */
export interface PostPlace {
  /** Cursor from the content source. Undefined means the beginning. */
  after: string | undefined;
  skip: number;
}

/** Position before the first post. */
export const firstPlace: PostPlace = { after: undefined, skip: 0 };

/** A batch of consecutive posts. */
export interface PostBatch {
  posts: Post[];
  /** True if it has all posts of the organization. */
  isWhole: boolean;
  /** Returns the position before the post at this index in `posts`. */
  placeOf: (index: number) => PostPlace;
}

/** Reads an organization's posts in batches, from a position on, so that they need not all fit in memory. */
export async function* postBatches(
  reader: ExpiryTrackingReader,
  organizationSlug: string,
  { after: start, skip: toSkip }: PostPlace = firstPlace,
): AsyncGenerator<PostBatch> {
  let next: string | null | undefined = start;
  let skip = toSkip;
  const watch = cursorWatch(organizationSlug);
  while (next !== null) {
    const after: string | undefined = next;
    const query = { sort: "createdAt", limit: batchSize } as const;
    const page = await reader.listPosts(organizationSlug, after === undefined ? query : { ...query, after });
    const skipped: number = Math.min(skip, page.posts.length);
    next = page.next;
    watch(next);
    const isWhole = after === undefined && skipped === 0 && next === null;
    const placeOf = (index: number): PostPlace => ({ after, skip: skipped + index });
    yield { posts: page.posts.slice(skipped), isWhole, placeOf };
    skip -= skipped;
    if (next !== null) await yieldToEventLoop();
  }
}

/** Returns the first post after a position, or undefined if no post follows. */
export async function postAt(
  reader: ExpiryTrackingReader,
  organizationSlug: string,
  place: PostPlace,
): Promise<Post | undefined> {
  for await (const { posts } of postBatches(reader, organizationSlug, place)) {
    if (posts[0] !== undefined) return posts[0];
  }
  return undefined;
}
