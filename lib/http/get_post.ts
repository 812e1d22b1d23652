import type { ApiHandler } from "./http_deps.ts";
import { ProblemError } from "./problem.ts";
import { readOrganization } from "./read_organization.ts";
import { toSinglePost } from "./represent_post.ts";
import { jsonAnswer } from "./answer.ts";

/** `GET /api/public/v1/post/{organizationSlug}/{slug}`: a post with its FAQ entries and structured data. */
export const getPost: ApiHandler = async (request, deps) => {
  const slug = request.params["slug"] ?? "";
  const { organization, result: post } = await readOrganization(request, deps, {
    read: (organizationSlug) => deps.content.getPost(organizationSlug, slug),
  });
  if (post === null) throw new ProblemError("post-not-found", "No published post has the slug in the path");
  return jsonAnswer(toSinglePost(organization, post, deps.options.faq));
};
