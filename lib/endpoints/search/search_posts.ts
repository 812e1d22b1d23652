import type { Endpoint } from "../../exchange/mod.ts";
import { withCacheTags } from "../cache_tags.ts";
import { countRequest } from "../count_request.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { planOrganizationEndpoint } from "../organization_endpoint.ts";
import type { PostSearchName } from "./search_port.ts";

const tooManySearches = {
  code: "too-many-searches",
  detail: "Your address sent too many searches without a key",
} as const;

/** Creates an endpoint that searches the posts of an organization, such as `GET /api/public/v1/search/{organizationSlug}`. */
export function searchPosts(name: PostSearchName, deps: EndpointDeps): Endpoint {
  return (request) => {
    const revision = deps.content.postsRevision(request.organizationSlug);
    return planOrganizationEndpoint(request, deps, {
      questions: [revision],
      createResponse: async ({ organization, hasKey, answers }) => {
        if (!hasKey) countRequest(request, deps.searchRequests, tooManySearches);
        const handlers = await deps.search();
        const found = await handlers[name]({ request, organization, hasKey, revision: answers.of(revision) });
        return withCacheTags(found, { organizationSlug: organization.slug }, deps.options);
      },
    });
  };
}
