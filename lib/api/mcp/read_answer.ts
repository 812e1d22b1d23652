import { CallRefusedError } from "./call_refused_error.ts";
import type { McpBackend, McpSendOptions } from "./mcp_backend.ts";
import { slugToFind } from "../../content/mod.ts";

/** Parameters of a query. Undefined values are left out, and lists are sent as repeated parameters. */
export type QueryValues = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * Sends a request, and returns the JSON object of its response.
 *
 * @throws {CallRefusedError} if the API refuses the request
 */
export async function readAnswer(
  backend: McpBackend,
  path: string,
  values: QueryValues = {},
): Promise<Record<string, unknown>> {
  return (await sendChecked(backend, withQuery(path, values))).json() as Promise<Record<string, unknown>>;
}

/**
 * Sends a request, and returns its response.
 *
 * @throws {CallRefusedError} if the API refuses the request
 */
export async function sendChecked(
  backend: McpBackend,
  path: string,
  options?: McpSendOptions,
): Promise<Response> {
  const response = await backend.send(path, options);
  if (response.status >= 400) throw new CallRefusedError(response.status, await response.json());
  return response;
}

function withQuery(path: string, values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    for (const one of typeof value === "object" ? value : [value]) query.append(name, String(one));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

const notFound = { title: "The post was not found", detail: "No post has this slug", code: "post-not-found" };

/** A post as Markdown. */
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
  const present = slugToFind(slug);
  if (present === undefined) throw new CallRefusedError(404, notFound);
  const path = `post/${backend.organizationSlug}/${encodeURIComponent(present)}`;
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
