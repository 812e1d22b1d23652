import { newestFirst, type PostQuery, type PostSort } from "../../content/mod.ts";
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

/** Returns the name in the cursors of the list, which distinguishes them from those of other lists and orders. */
const listOf = (sort: PostSort): string => (sort === "-createdAt" ? "faq" : `faq ${sort}`);

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
        const newest = newestFirst(deps.content.source);
        const place = cursor === undefined ? { sort: newest } : placeOf(cursor, newest);
        const query = { ...filter, ...place };
        const { posts, next } = await readFaq({ organization, reader, hasKey }, query, deps);
        const nextCursor = next === null ? null : encodeCursor(next, listOf(place.sort));
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

/** Returns the place of a cursor. A cursor of an earlier version continues by `createdAt`. */
function placeOf(cursor: string, newest: PostSort): Pick<PostQuery, "sort" | "after"> {
  for (const sort of new Set<PostSort>([newest, "-createdAt"])) {
    const after = decodeCursor(cursor, listOf(sort));
    if (after !== undefined) return { sort, after };
  }
  throw notAllowed("cursor", "must be the nextCursor of an earlier response");
}
