import type { TallyField } from "../../../content/mod.ts";
import type { Endpoint } from "../../../http/mod.ts";
import { renderTallies } from "./render_tallies.ts";
import { planCollection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";

/** `GET /api/public/v1/tags/{organizationSlug}`: a page of the tags of the published posts. */
export function listTags(deps: EndpointDeps): Endpoint {
  return talliesEndpoint("tags", deps);
}

/** `GET /api/public/v1/authors/{organizationSlug}`: a page of the authors of the published posts. */
export function listAuthors(deps: EndpointDeps): Endpoint {
  return talliesEndpoint("authors", deps);
}

function talliesEndpoint(field: TallyField, deps: EndpointDeps): Endpoint {
  return (request) =>
    planCollection(request, deps, {
      render: async (collection) => {
        return renderTallies(field, request, { collection, deps });
      },
    });
}
