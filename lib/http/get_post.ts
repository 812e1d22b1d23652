import { lastModified } from "../sitemap/mod.ts";
import { withEtag } from "./conditional.ts";
import type { ApiHandler } from "./http_deps.ts";
import { ProblemError } from "./problem.ts";
import { readOrganization } from "./read_organization.ts";
import { toSinglePost } from "./represent_post.ts";
import { jsonAnswer, lastModifiedHeader } from "./answer.ts";

/** `GET /api/public/v1/post/{organizationSlug}/{slug}`: a post with its FAQ entries and structured data. */
export const getPost: ApiHandler = async (request, deps) => {
  const slug = request.params["slug"] ?? "";
  const { organization, result: post } = await readOrganization(request, deps, {
    read: (organizationSlug) => deps.content.getPost(organizationSlug, slug),
  });
  if (post === null) throw new ProblemError("post-not-found", "No published post has the slug in the path");
  const answer = deps.renderedPosts.answer(organization, post, () =>
    withEtag(jsonAnswer(toSinglePost(organization, post, deps.options.faq))),
  );
  const now = deps.options.clock.now();
  const modified = latestOf(lastModified(post, now), lastModified(organization, now));
  return { ...answer, headers: { ...answer.headers, ...lastModifiedHeader(modified) }, isDated: true };
};

/** A post's answer changes with the post, and with what the organization says of its site. */
function latestOf(...times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}
