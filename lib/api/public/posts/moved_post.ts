import type { Post, StoredRedirect } from "../../../content/mod.ts";
import {
  emptyResponse,
  type ExchangeRequest,
  type PreparedResponse,
  relativeReference,
} from "../../../http/mod.ts";
import { withCacheTags } from "../cache_tags.ts";
import type { Question } from "../../../store/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { postNotFound } from "./post_not_found.ts";

/** Returns the questions for the post in a path, and for the redirect that applies if the post is missing. */
export function postQuestions(
  organizationSlug: string,
  slug: string,
  { content }: Pick<EndpointDeps, "content">,
): { post: Question<Post | null>; redirect?: Question<StoredRedirect | null> } {
  const post = content.post(organizationSlug, slug);
  const redirect = content.redirect(organizationSlug, slug);
  return redirect === undefined ? { post } : { post, redirect };
}

/**
 * Redirects a request for a missing post, or for a part of it such as `/related`, to the present slug of the post.
 *
 * @param redirect the redirect of the slug, if it was read
 * @throws {ProblemError} if no public post had the slug
 */
export async function movedPost(
  { match, organizationSlug, incoming }: ExchangeRequest,
  redirect: StoredRedirect | null | undefined,
  { content, options }: Pick<EndpointDeps, "content" | "options">,
): Promise<PreparedResponse> {
  const { slug: former = "" } = match.params;
  const slug = await content.findMoved(organizationSlug, former, redirect);
  if (slug === null || slug === former) throw postNotFound;
  const pattern = (match.pattern ?? "").split("/");
  const segments = match.path.split("/");
  segments[segments.length - pattern.length + pattern.indexOf("{slug}")] = encodeURIComponent(slug);
  const location = relativeReference(incoming.target, segments.join("/")) + match.search;
  const response = emptyResponse(308, { location, "content-length": "0" });
  return withCacheTags(response, { organizationSlug, slugs: [slug, former] }, options);
}
