import { type PosternClient, PosternError } from "../client/mod.ts";
import type { SinglePost } from "../representations/mod.ts";
import type { LoaderContext } from "./loader.ts";

/** A post as the list shows it. */
export type ListedPost = Pick<SinglePost, "slug" | "url" | "updatedAt">;

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
  if (listed.updatedAt !== undefined && versionOf(listed, digestOf) === known)
    return { id: listed.slug, isChanged: false };
  const post = await readPost(listed.slug, client);
  if (post === undefined) return undefined;
  const { html, ...content } = post;
  const { slug: id } = content;
  // A cache may have an older post than the list, so the digest is of the post.
  const digest = post.updatedAt === undefined ? digestOf(post) : versionOf(post, digestOf);
  const data = await parseData({ id, data: content });
  return { id, isChanged: store.set({ id, data, digest, rendered: { html } }) };
}

function versionOf({ slug, url, updatedAt }: ListedPost, digestOf: PostSource["digestOf"]): string {
  return digestOf([slug, url, updatedAt]);
}

async function readPost(slug: string, client: PosternClient): Promise<SinglePost | undefined> {
  try {
    return (await client.getPost(slug)).data;
  } catch (error) {
    if (error instanceof PosternError && error.code === "post-not-found") return undefined;
    throw error;
  }
}
