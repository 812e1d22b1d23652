import { type CachedResponse, type Endpoint, refuseQuery } from "../../../http/mod.ts";
import { withCacheTags } from "../cache_tags.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { datedUntil, lastModifiedOf } from "../last_modified.ts";
import { planOrganizationEndpoint } from "../organization_endpoint.ts";

/** `GET /api/public/v1/schema/{organizationSlug}`: the JSON Schema of the organization's posts. */
export function getSchema(deps: EndpointDeps): Endpoint {
  return (request) =>
    planOrganizationEndpoint(request, deps, {
      questions: [],
      createResponse: async ({ organization }) => {
        request.match.query(refuseQuery);
        const { now, incoming } = request;
        const { startedAt } = deps;
        const { id, version, slug: organizationSlug } = organization;
        const name = `schema ${organizationSlug}`;
        const stamp = version === undefined ? undefined : `${id} ${version}`;
        const cached = deps.responses.current(name, [stamp], now);
        if (cached !== undefined) return cached.response;
        const create = async (): Promise<CachedResponse> => {
          const documentation = await deps.documentation();
          const modified = lastModifiedOf({ kind: "organization", organization, startedAt, now });
          const schema = documentation.postSchema(organization).withHeaders(modified);
          const response = withCacheTags(schema, { organizationSlug, slugs: [] }, deps.options);
          const goodUntil = datedUntil({ organization, startedAt, now });
          return { response, stamp, createdAt: now, goodUntil };
        };
        const rendering = { name, stamp, now, organizationSlug, signal: incoming.signal };
        return (await deps.responses.render(rendering, create)).response;
      },
    });
}
