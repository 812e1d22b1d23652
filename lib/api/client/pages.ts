import type { RedirectItems } from "../representations/redirect_schema.ts";
import type { RedirectItem } from "../representations/represent_redirect.ts";
import type { Answer } from "./answer.ts";
import type { CallOptions } from "./client_types.ts";
import { PosternError } from "./postern_error.ts";

/** Iterates over pages. Fails after `maxPages`, so a server that repeats a cursor cannot cause an endless loop. */
export async function* eachPage<Page extends { nextCursor: string | null }>(
  list: (from: { cursor?: string }) => Promise<Answer<Page>>,
  maxPages: number,
  action = "list all posts",
): AsyncGenerator<Answer<Page>, void, undefined> {
  let page = await list({});
  for (let count = 1; ; count++) {
    yield page;
    const cursor = page.data.nextCursor;
    if (cursor === null) return;
    if (count === maxPages) {
      throw new PosternError(action, `there are more than ${maxPages} pages`, {
        code: "too-many-pages",
      });
    }
    page = await list({ cursor });
  }
}

/** Iterates over the posts of pages. */
export async function* eachPost<Post>(
  pages: AsyncIterable<Answer<{ posts: Post[] }>>,
  { signal }: CallOptions = {},
): AsyncGenerator<Post, void, undefined> {
  for await (const { data } of pages) {
    for (const post of data.posts) {
      signal?.throwIfAborted();
      yield post;
    }
  }
}

/** Iterates over the redirects of all pages. */
export async function* eachRedirect(
  list: (from: { cursor?: string }) => Promise<Answer<RedirectItems>>,
  { signal, maxPages }: { signal: AbortSignal | undefined; maxPages: number },
): AsyncGenerator<RedirectItem, void, undefined> {
  for await (const { data } of eachPage(list, maxPages, "list all redirects")) {
    for (const redirect of data.redirects) {
      signal?.throwIfAborted();
      yield redirect;
    }
  }
}
