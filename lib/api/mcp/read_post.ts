import { wellFormed } from "../../base/text/well_formed.ts";
import { CallRefusedError } from "./call_refused_error.ts";
import type { McpBackend } from "./mcp_backend.ts";
import { sendChecked } from "./read_answer.ts";

const notFound = { title: "The post was not found", detail: "No post has this slug", code: "post-not-found" };

export interface MarkdownPost {
  slug: string;
  name: string;
  url: string;
  updatedAt: string;
  markdown: string;
}

/**
 * Reads a post. The slug of a renamed post is replaced by its present slug.
 *
 * @throws {CallRefusedError} if the API refuses the request
 */
export async function readPost(backend: McpBackend, slug: string): Promise<MarkdownPost> {
  // A URL would drop these parts of a path.
  if (slug === "." || slug === "..") throw new CallRefusedError(404, notFound);
  const path = `post/${backend.organizationSlug}/${encodeURIComponent(wellFormed(slug))}`;
  const response = await sendChecked(backend, `${path}?fields=slug,name,url,updatedAt`);
  const location = response.status === 308 ? response.headers.get("location") : null;
  if (location !== null) return readPost(backend, slugOf(location));
  const post = (await response.json()) as Omit<MarkdownPost, "markdown">;
  const markdown = await sendChecked(backend, path, { accept: "text/markdown" });
  return { ...post, markdown: await markdown.text() };
}

/** Returns the slug at the end of the address of a post. */
function slugOf(location: string): string {
  const [path = ""] = location.split("?");
  return decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
}
