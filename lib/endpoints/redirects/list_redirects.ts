import * as v from "valibot";
import type { RedirectQuery } from "../../content/mod.ts";
import { type Endpoint, jsonResponse } from "../../exchange/mod.ts";
import { notAllowed, parseQuery, type QuerySchema } from "../../http/query_parameters.ts";
import { toRedirectItem } from "../../representations/represent_redirect.ts";
import { planCollection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { decodeCursor, encodeCursor } from "../posts/cursor.ts";
import { cursorParameter, limitParameter } from "../posts/list_parameters.ts";
import { linkToNext } from "../posts/list_posts.ts";

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
        const { redirects, next } = await reader.listRedirects(organization.slug, query);
        const nextCursor = next === null ? null : encodeCursor(next, list);
        const headers = nextCursor === null ? {} : { link: linkToNext(request.url, nextCursor) };
        const items = redirects.map((redirect) => toRedirectItem(organization, redirect));
        return jsonResponse({ redirects: items, nextCursor }, 200, headers);
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
