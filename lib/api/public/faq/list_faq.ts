import { newestFirst, type Post, type PostQuery, type PostSort } from "../../../content/mod.ts";
import { type Endpoint, notAllowed, parseQuery, preferredType } from "../../../http/mod.ts";
import { toFaqItems, toSourcedQuestions } from "../../representations/represent_faq.ts";
import { toJson } from "../../../base/text/well_formed.ts";
import { type Collection, planCollection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { type ListResponse, listResponse } from "../list_response.ts";
import { decodeCursor, encodeCursor } from "../posts/cursor.ts";
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
      render: async (collection) => {
        const { organization, reader } = collection;
        const { format, cursor, ...filter } = request.match.query((parameters) =>
          parseQuery(faqParameters, parameters),
        );
        const newest = newestFirst(deps.content.source);
        const place = cursor === undefined ? { sort: newest } : placeOf(cursor, newest);
        const query = { ...filter, ...place };
        const isJson = format === undefined ? type === faqTypes[0] : format === "json";
        return listResponse(
          {
            ...(isJson ? faqList : faqPage),
            ...query,
            search: request.match.search,
            toCursor: (next) => encodeCursor(next, listOf(place.sort)),
            read: async (part) => {
              const { posts: items, next } = await reader.listPosts(organization.slug, { ...query, ...part });
              return { items, next };
            },
            write: writerOf(collection, { isJson, deps }),
          },
          request.incoming,
          deps,
        );
      },
    });
  };
}

type Frame = Pick<ListResponse<Post>, "start" | "end" | "headers">;

const vary = { vary: "accept" };
const faqList: Frame = { start: '{"faqEntries":[', headers: vary };
const faqPage: Frame = {
  start: '{"@context":"https://schema.org","@type":"FAQPage","mainEntity":[',
  end: () => "]}",
  headers: { ...vary, "content-type": faqTypes[1] },
};

/** Returns a function that writes the questions of a post, which stay together on a page. They are extracted once. */
function writerOf(
  collection: Pick<Collection, "organization" | "reader" | "hasKey">,
  { isJson, deps }: { isJson: boolean; deps: EndpointDeps },
): (post: Post) => Promise<readonly string[]> {
  const { organization } = collection;
  const written = new Map<string, readonly string[]>();
  const turns = deps.store.turns();
  return async (post) => {
    const known = written.get(post.slug);
    if (known !== undefined) return known;
    const texts: string[] = [];
    written.set(post.slug, texts);
    const found = await readFaq(collection, post, deps);
    if (found === null) return texts;
    for (const item of isJson ? toFaqItems(organization, found) : toSourcedQuestions(organization, found)) {
      texts.push(toJson(item));
      if (turns.isOver) await turns.next();
    }
    return texts;
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
