import type { SinglePost } from "../representations/mod.ts";
import type { Answer } from "./answer.ts";
import type { CallOptions, ListField, ListQuery, PostList } from "./client_types.ts";
import { PosternError } from "./postern_error.ts";

/** Iterates over pages. Fails after `maxPages`, so a server that repeats a cursor cannot cause an endless loop. */
export async function* eachPage<Field extends ListField>(
  listPosts: (from: Pick<ListQuery, "cursor">) => Promise<Answer<PostList<Field>>>,
  maxPages: number,
): AsyncGenerator<Answer<PostList<Field>>, void, undefined> {
  let page = await listPosts({});
  for (let count = 1; ; count++) {
    yield page;
    const cursor = page.data.nextCursor;
    if (cursor === null) return;
    if (count === maxPages) {
      throw new PosternError("list all posts", `there are more than ${maxPages} pages`, {
        code: "too-many-pages",
      });
    }
    page = await listPosts({ cursor });
  }
}

/** Iterates over the posts of pages. */
export async function* eachPost<Field extends ListField>(
  pages: AsyncIterable<Answer<PostList<Field>>>,
  { signal }: CallOptions = {},
): AsyncGenerator<Pick<SinglePost, Field>, void, undefined> {
  for await (const { data } of pages) {
    for (const post of data.posts) {
      signal?.throwIfAborted();
      yield post;
    }
  }
}
