import { cached } from "./cached";
import { postern } from "./postern";

const fields = ["slug", "name", "description", "inLanguage", "publishedAt"] as const;

/** Fields of a post in a list. */
export type ListedPost = Awaited<ReturnType<typeof listPosts>>[number];

/** Lists the published posts, newest first. */
export async function listPosts(limit: number) {
  const { data } = await postern.listPosts({ limit, fields }, cached("posts", "organization"));
  return data.posts;
}

/** Lists all published posts, newest first. */
export async function listAllPosts() {
  const posts: ListedPost[] = [];
  const pages = postern.iteratePosts({ limit: 100, fields }, cached("posts", "organization"));
  for await (const post of pages) posts.push(post);
  return posts;
}
