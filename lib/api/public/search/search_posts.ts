import type { Endpoint } from "../../../http/mod.ts";
import { withCacheTags } from "../cache_tags.ts";
import { countRequest } from "../count_request.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { planOrganizationEndpoint } from "../organization_endpoint.ts";
import { movedPost, postQuestions } from "../posts/moved_post.ts";
import type { PostSearchName } from "./search_port.ts";

const tooManySearches = {
  code: "too-many-searches",
  detail: "Your address sent too many searches without a key",
} as const;

/**
 * Creates an endpoint that searches the posts of an organization, such as `GET /api/public/v1/search/{organizationSlug}`. With the slug of a post
 * in its path, it responds to a missing post as the single post does.
 */
export function searchPosts(name: PostSearchName, deps: EndpointDeps): Endpoint {
  return (request) => {
    const revision = deps.content.postsRevision(request.organizationSlug);
    const { slug } = request.match.params;
    const asked = slug === undefined ? undefined : postQuestions(request.organizationSlug, slug, deps);
    return planOrganizationEndpoint(request, deps, {
      questions: [revision, ...Object.values(asked ?? {})],
      createResponse: async ({ organization, hasKey, caller, answers }) => {
        if (asked !== undefined && answers.of(asked.post) === null) {
          return movedPost(request, asked.redirect && answers.of(asked.redirect), deps);
        }
        if (!hasKey) countRequest(request, deps.searchRequests, tooManySearches);
        const handlers = await deps.search();
        const found = await handlers[name]({ request, organization, caller, revision: answers.of(revision) });
        return withCacheTags(found, { organizationSlug: organization.slug }, deps.options);
      },
    });
  };
}
