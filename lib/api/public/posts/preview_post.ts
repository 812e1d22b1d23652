import type { ExchangeRequest, PreparedResponse } from "../../../http/mod.ts";
import { countRequest } from "../count_request.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import type { OrganizationEndpoint } from "../organization_endpoint.ts";
import type { WantedPost } from "./post_parameters.ts";
import { postNotFound } from "./post_not_found.ts";
import { requireShownFields } from "./require_shown_fields.ts";
import { renderPost } from "./render_post.ts";
import { selectFields } from "./select_fields.ts";

/** No cache stores a preview, and no search engine lists it. */
const previewHeaders = { "cache-control": "private, no-store", "x-robots-tag": "noindex" };

const tooManyPreviews = {
  code: "too-many-previews",
  detail: "Your address requested too many previews",
} as const;

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
    createResponse: async ({ organization }): Promise<PreparedResponse> => {
      const { fields } = wanted;
      if (fields !== undefined) requireShownFields(organization, fields, "single");
      countRequest(request, deps.previewRequests, tooManyPreviews);
      const address = { organizationSlug: organization.slug, slug: request.match.params["slug"] ?? "" };
      const post = (await deps.previews?.find(address, wanted.preview ?? "")) ?? null;
      if (post === null) throw postNotFound;
      const { response } = await renderPost(organization, post, { ...wanted, now: request.now }, deps);
      const shown = fields === undefined ? response : selectFields(response, fields);
      return shown.withHeaders(previewHeaders);
    },
  };
}
