import { andThen, type Awaitable } from "../awaitable.ts";
import type { ContentSource, Organization, Post } from "../content/mod.ts";
import { jsonAnswer } from "./answer.ts";
import { withEtag } from "./conditional.ts";
import type { ApiHandler, HttpDeps } from "./http_deps.ts";
import { ProblemError } from "./problem.ts";
import { readOrganization } from "./read_organization.ts";
import type { RenderedPost } from "./rendered_post.ts";
import { toSinglePost } from "./represent_post.ts";

/** `GET /api/public/v1/post/{organizationSlug}/{slug}`: a post with its FAQ entries and structured data. */
export const getPost: ApiHandler = (request, deps) => {
  const slug = request.params["slug"] ?? "";
  const read = (organizationSlug: string): Awaitable<Found> =>
    find(deps.content, organizationSlug, slug, deps.renderedPosts.find(organizationSlug, slug));
  return andThen(readOrganization(request, deps, { read }), ({ organization, result }) =>
    andThen(renderedOf(organization, slug, result, deps), (rendered) => {
      if (rendered !== null) return rendered.answerAt(request.now);
      throw new ProblemError("post-not-found", "No published post has the slug in the path");
    }),
  );
};

/** A post as it was rendered before, when it is unchanged, or as it is now. */
type Found = { rendered: RenderedPost } | { post: Post | null };

/** Looks only whether a post that was rendered before has changed, where the source can tell. */
function find(
  content: ContentSource,
  organizationSlug: string,
  slug: string,
  rendered: RenderedPost | undefined,
): Awaitable<Found> {
  const read = (): Awaitable<Found> => andThen(content.getPost(organizationSlug, slug), (post) => ({ post }));
  if (rendered === undefined || content.isUnchanged === undefined) return read();
  return andThen<boolean, Found>(
    content.isUnchanged(organizationSlug, slug, rendered.version),
    (isUnchanged) => (isUnchanged ? { rendered } : read()),
  );
}

/** A post's answer is good as long as neither the post has changed nor what the organization says of its site. */
function renderedOf(
  organization: Organization,
  slug: string,
  found: Found,
  deps: HttpDeps,
): Awaitable<RenderedPost | null> {
  if ("rendered" in found) {
    if (found.rendered.isOf(organization)) return found.rendered;
    return andThen(deps.content.getPost(organization.slug, slug), (post) =>
      renderedOf(organization, slug, { post }, deps),
    );
  }
  const { post } = found;
  if (post === null) return null;
  const known = deps.renderedPosts.find(organization.slug, slug);
  if (known?.isOf(organization) && known.version === post.version) return known;
  const answer = withEtag(jsonAnswer(toSinglePost(organization, post, deps.options.faq)));
  return deps.renderedPosts.keep(organization, post, answer);
}
