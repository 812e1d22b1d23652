import type { ExchangeRequest, PreparedResponse } from "../../exchange/mod.ts";
import { secondsUntil } from "../../http/request_headers.ts";
import { ProblemError } from "../../problems/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import type { OrganizationEndpoint } from "../organization_endpoint.ts";
import type { WantedPost } from "./post_parameters.ts";
import { postNotFound } from "./post_not_found.ts";
import { renderPost } from "./render_post.ts";
import { selectFields } from "./select_fields.ts";

/** No cache stores a preview, and no search engine lists it. */
const previewHeaders = { "cache-control": "private, no-store", "x-robots-tag": "noindex" };

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
      countRequest(request, deps);
      const address = { organizationSlug: organization.slug, slug: request.match.params["slug"] ?? "" };
      const post = (await deps.previews?.find(address, wanted.preview ?? "")) ?? null;
      if (post === null) throw postNotFound;
      const { response } = await renderPost(organization, post, { ...wanted, now: request.now }, deps);
      const { fields } = wanted;
      const shown = fields === undefined ? response : selectFields(response, fields);
      return shown.withHeaders(previewHeaders);
    },
  };
}

/** @throws {ProblemError} if the client's address has requested too many previews */
function countRequest(request: ExchangeRequest, { previewRequests }: EndpointDeps): void {
  const address = request.findAddress();
  if (address === undefined) return;
  const until = previewRequests.blockedUntil(address);
  if (until !== undefined) {
    const headers = { "retry-after": String(secondsUntil(until, request.now)) };
    throw new ProblemError("too-many-previews", "Your address requested too many previews", { headers });
  }
  previewRequests.add(address);
}
