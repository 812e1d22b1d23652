// Reads posts for the pages. Next.js caches them until the receiver of the webhook revalidates their tags.
import { cacheLife, cacheTag } from "next/cache";
import { createClient, PosternError } from "postern/client";

const client = createClient({
  baseUrl: process.env.POSTERN_URL ?? "http://127.0.0.1:3100",
  organizationSlug: "acme",
});

export async function listPosts() {
  "use cache";
  cacheLife("hours");
  cacheTag("org-acme", "posts-acme");
  const { data } = await client.listPosts({ limit: 100 });
  return data.posts;
}

/** @param {string} slug */
export async function findPost(slug) {
  "use cache";
  cacheLife("hours");
  cacheTag("org-acme", `post-acme-${encodeURIComponent(slug)}`);
  return orUndefined(client.getPost(slug));
}

/**
 * Reads a post by the token of a preview link. Nothing caches it.
 *
 * @param {string} slug
 * @param {string} preview
 */
export async function findDraft(slug, preview) {
  return orUndefined(client.getPost(slug, { preview }));
}

/** @param {ReturnType<typeof client.getPost>} answer */
async function orUndefined(answer) {
  try {
    return (await answer).data;
  } catch (error) {
    if (error instanceof PosternError && error.code === "post-not-found") return undefined;
    throw error;
  }
}
