import { type PosternClient, PosternError } from "../client/mod.ts";
import type { SinglePost } from "../representations/post_schema.ts";
import type { LoaderContext } from "./loader.ts";

/** A post as the list shows it. */
export type ListedPost = Pick<SinglePost, "slug" | "url" | "updatedAt" | "changedAt">;

/** The API, and digests that change with the API's address and with the organization. */
export interface PostSource {
  client: PosternClient;
  digestOf: (content: object) => string;
}

/** The entry of a post after a load. */
export interface LoadedPost {
  id: string;
  isChanged: boolean;
}

/** Stores the entry of a listed post if the post has changed. Returns undefined if the post is no longer published. */
export async function loadPost(
  listed: ListedPost,
  { client, digestOf }: PostSource,
  { store, parseData }: Pick<LoaderContext, "store" | "parseData">,
): Promise<LoadedPost | undefined> {
  const known = store.get(listed.slug)?.digest;
  const version = versionOf(listed, digestOf);
  if (version !== undefined && version === known) return { id: listed.slug, isChanged: false };
  const post = await readPost(listed.slug, client);
  if (post === undefined) return undefined;
  const { html, ...content } = post;
  const { slug: id } = content;
  // A cache may have an older post than the list, so the digest is of the post.
  const digest = versionOf(post, digestOf) ?? digestOf(post);
  const data = await parseData({ id, data: content });
  return { id, isChanged: store.set({ id, data, digest, rendered: { html } }) };
}

/** Returns a digest that changes with the post. `updatedAt` can be a date of the author, which stays. Undefined if no time is known. */
function versionOf(
  { slug, url, updatedAt, changedAt = updatedAt }: ListedPost,
  digestOf: PostSource["digestOf"],
): string | undefined {
  return changedAt === undefined ? undefined : digestOf([slug, url, changedAt]);
}

async function readPost(slug: string, client: PosternClient): Promise<SinglePost | undefined> {
  try {
    return (await client.getPost(slug)).data;
  } catch (error) {
    if (error instanceof PosternError && error.code === "post-not-found") return undefined;
    throw error;
  }
}
