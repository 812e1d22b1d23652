import { type Endpoint, jsonResponse, refuseQuery } from "../../../http/mod.ts";
import { toPublicOrganization } from "../../representations/represent_organization.ts";
import { withCacheTags } from "../cache_tags.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { publicApiAddress } from "../../../base/api_address.ts";
import { feedLinks } from "../feeds/feed_links.ts";
import { lastModifiedOf } from "../last_modified.ts";
import { planOrganizationEndpoint } from "../organization_endpoint.ts";

/** `GET /api/public/v1/organization/{organizationSlug}`: the public fields of an organization. */
export function getOrganization(deps: EndpointDeps): Endpoint {
  return (request) =>
    planOrganizationEndpoint(request, deps, {
      questions: [],
      createResponse: ({ organization }) => {
        request.match.query(refuseQuery);
        const { slug } = organization;
        const feeds = feedLinks(organization, deps.options);
        const links =
          feeds === undefined
            ? {}
            : {
                feeds,
                llmsTxt: publicApiAddress(deps.options, "llms", slug),
                llmsFullTxt: publicApiAddress(deps.options, "llms-full", slug),
              };
        const { now } = request;
        const { startedAt } = deps;
        const modified = lastModifiedOf({ kind: "organization", organization, startedAt, now });
        const response = jsonResponse(toPublicOrganization(organization, links), 200, modified).withEtag();
        return withCacheTags(response, { organizationSlug: slug, slugs: [] }, deps.options);
      },
    });
}
