import * as v from "valibot";
import type { RedirectQuery } from "../../../content/mod.ts";
import { type Endpoint, notAllowed, parseQuery, type QuerySchema } from "../../../http/mod.ts";
import { toRedirectItem } from "../../representations/represent_redirect.ts";
import { toJson } from "../../../base/text/well_formed.ts";
import { planCollection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { listResponse } from "../list_response.ts";
import { decodeCursor, encodeCursor } from "../posts/cursor.ts";
import { cursorParameter, limitParameter } from "../posts/list_parameters.ts";

/** Name in the cursors of the list, which distinguishes them from those of other lists. */
const list = "redirects";

/** The query parameters of the list of redirects. */
export const redirectParameters: QuerySchema<{ limit: number; cursor?: string }> = v.object({
  limit: limitParameter("Maximum number of redirects on a page."),
  cursor: cursorParameter(
    "Start of the page: the `nextCursor` of an earlier response. Leave it out for the first page.",
  ),
});

/** `GET /api/public/v1/redirects/{organizationSlug}`: a page of the redirects to published posts, for the router of the site. */
export function listRedirects(deps: EndpointDeps): Endpoint {
  return (request) =>
    planCollection(request, deps, {
      render: async ({ organization, reader }) => {
        const query = request.match.query(parseRedirectQuery);
        return listResponse(
          {
            ...query,
            start: '{"redirects":[',
            search: request.match.search,
            toCursor: (next) => encodeCursor(next, list),
            read: async (part) => {
              const { redirects: items, next } = await reader.listRedirects(organization.slug, part);
              return { items, next };
            },
            write: (redirect) => [toJson(toRedirectItem(organization, redirect))],
          },
          request.incoming,
          deps,
        );
      },
    });
}

function parseRedirectQuery(parameters: URLSearchParams): RedirectQuery {
  const { limit, cursor } = parseQuery(redirectParameters, parameters);
  if (cursor === undefined) return { limit };
  const after = decodeCursor(cursor, list);
  if (after !== undefined) return { limit, after };
  throw notAllowed("cursor", "must be the nextCursor of an earlier response");
}
