import { onFirstUse } from "../../../base/first_use.ts";
import { type Endpoint, type ExchangeRequest, toProblem } from "../../../http/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { type OrganizationEndpoint, planOrganizationEndpoint } from "../organization_endpoint.ts";
import type { WantedPost } from "../posts/post_parameters.ts";

const load = onFirstUse(() => import("./previews.ts"));

/**
 * Plans the response to a preview link. The token replaces a key where reading needs one. A wrong token gets the same response as a
 * missing post.
 */
export function previewEndpoint(
  request: ExchangeRequest,
  wanted: WantedPost,
  deps: EndpointDeps,
): OrganizationEndpoint {
  return {
    isOpen: true,
    questions: [],
    createResponse: async ({ organization }) =>
      (await load()).previewResponse({ request, organization, wanted }, deps),
  };
}

/** `GET /api/public/v1/preview/{organizationSlug}/{slug}`: the post of a preview link as a page. Problems are pages, too. */
export function getPreviewPage(deps: EndpointDeps): Endpoint {
  return (request) => {
    const plan = planOrganizationEndpoint(request, deps, {
      isOpen: true,
      questions: [],
      createResponse: async ({ organization }) => (await load()).previewPage({ request, organization }, deps),
    });
    const respond: typeof plan.respond = async (answers, caller) => {
      try {
        return await plan.respond(answers, caller);
      } catch (error) {
        const problem = toProblem(error);
        if (problem.code === "internal-error") throw error;
        return (await load()).problemPage(problem);
      }
    };
    return { ...plan, respond };
  };
}
