import type { Post } from "../content/mod.ts";
import type { PostReader } from "./post_reader.ts";

const batchSize = 1000;

/** A place among an organization's posts, in the order of their creation: `skip` posts after the one that `after` stands for. */
export interface PostPlace {
  /** What the content source called the place. Undefined is the beginning. */
  after: string | undefined;
  skip: number;
}

/** Before the first post. */
export const firstPlace: PostPlace = { after: undefined, skip: 0 };

/** Some posts that follow one another. */
export interface PostBatch {
  posts: Post[];
  /** The place before the post of this index in `posts`. */
  placeOf: (index: number) => PostPlace;
}

/** All posts of an organization from a place on, so many at a time that no one has to hold them all. */
export async function* postBatches(
  reader: PostReader,
  organizationSlug: string,
  { after: start, skip: toSkip }: PostPlace = firstPlace,
): AsyncGenerator<PostBatch> {
  let next: string | null | undefined = start;
  let skip = toSkip;
  while (next !== null) {
    const after: string | undefined = next;
    const query = { sort: "createdAt", limit: batchSize } as const;
    const page = await reader.listPosts(organizationSlug, after === undefined ? query : { ...query, after });
    const skipped = Math.min(skip, page.posts.length);
    yield { posts: page.posts.slice(skipped), placeOf: (index) => ({ after, skip: skipped + index }) };
    skip -= skipped;
    next = page.next;
    if (next !== null) await othersTurn();
  }
}

/** Lets other requests go on: a source that answers at once would have them wait until all posts are read. */
async function othersTurn(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
}

/** The post at a place, or undefined when there are none from there on. */
export async function postAt(
  reader: PostReader,
  organizationSlug: string,
  place: PostPlace,
): Promise<Post | undefined> {
  for await (const { posts } of postBatches(reader, organizationSlug, place)) {
    if (posts[0] !== undefined) return posts[0];
  }
  return undefined;
}
