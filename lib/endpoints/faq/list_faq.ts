import { type Endpoint, jsonResponse } from "../../exchange/mod.ts";
import { notAllowed, parseQuery, preferredType } from "../../http/mod.ts";
import { toFaqItems, toOrganizationFaqPage } from "../../representations/represent_faq.ts";
import { planCollection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { decodeCursor, encodeCursor } from "../posts/cursor.ts";
import { linkToNext } from "../posts/list_posts.ts";
import { faqParameters } from "./faq_parameters.ts";
import { readFaq } from "./read_faq.ts";

/** The media types of the questions, the default first. */
const faqTypes = ["application/json", "application/ld+json"] as const;

/** Name in the cursors of the list, which distinguishes them from those of other lists. */
const list = "faq";

/** `GET /api/public/v1/faq/{organizationSlug}`: a page of the questions of all published posts, as JSON or as a FAQPage. */
export function listFaq(deps: EndpointDeps): Endpoint {
  return (request) => {
    const type = preferredType(request.incoming.headers.get("accept"), faqTypes);
    return planCollection(request, deps, {
      type,
      render: async ({ organization, reader, hasKey }) => {
        const { format, cursor, ...filter } = request.match.query((parameters) =>
          parseQuery(faqParameters, parameters),
        );
        const after = cursor === undefined ? {} : { after: placeOf(cursor) };
        const query = { ...filter, ...after, sort: "-createdAt" } as const;
        const { posts, next } = await readFaq({ organization, reader, hasKey }, query, deps);
        const nextCursor = next === null ? null : encodeCursor(next, list);
        const headers = {
          ...(nextCursor === null ? {} : { link: linkToNext(request.url, nextCursor) }),
          vary: "accept",
        };
        const isJson = format === undefined ? type === faqTypes[0] : format === "json";
        return isJson
          ? jsonResponse({ faqEntries: toFaqItems(organization, posts), nextCursor }, 200, headers)
          : jsonResponse(toOrganizationFaqPage(organization, posts), 200, {
              ...headers,
              "content-type": faqTypes[1],
            });
      },
    });
  };
}

function placeOf(cursor: string): string {
  const after = decodeCursor(cursor, list);
  if (after !== undefined) return after;
  throw notAllowed("cursor", "must be the nextCursor of an earlier response");
}
