import { authorNames } from "../../../base/text/author_names.ts";
import {
  type Organization,
  type Post,
  type PostItem,
  type Publicity,
  shownReferences,
} from "../../../content/mod.ts";
import { type Collection, planCollection } from "../collection_endpoint.ts";
import { encodeCursor } from "./cursor.ts";
import { sortName } from "./custom_parameters.ts";
import { type FieldSelection, pickFields } from "../../representations/field_selection.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { requireShownFields } from "./require_shown_fields.ts";
import { type ListQuery, parseListQuery } from "./list_query.ts";
import type { SinglePost } from "../../representations/post_schema.ts";
import { isPaid, toPostItem } from "../../representations/represent_post.ts";
import type { Endpoint } from "../../../http/mod.ts";
import { toJson } from "../../../base/text/well_formed.ts";
import { endOfList, listResponse } from "../list_response.ts";

/** `GET /api/public/v1/post/{organizationSlug}`: a page of the published posts. */
export function listPosts(deps: EndpointDeps): Endpoint {
  return (request) => {
    return planCollection(request, deps, {
      render: async (collection) => {
        const { organization, reader, hasKey } = collection;
        const { postFields } = organization;
        const read = (parameters: URLSearchParams): ListQuery =>
          parseListQuery(parameters, deps.content.source, postFields);
        // The parsed query of a target is cached, but definitions of fields can change.
        const { match } = request;
        const { query, hasTotal, fields } =
          postFields === undefined ? match.query(read) : read(new URLSearchParams(match.search));
        if (fields !== undefined) requireShownFields(organization, fields, "list");
        const total = hasTotal ? { total: await deps.statistics.count(collection, query) } : {};
        return listResponse(
          {
            ...query,
            areLarge: query.html === true,
            start: '{"posts":[',
            end: endOfList(total),
            search: match.search,
            toCursor: (next) =>
              encodeCursor(next, query.customSort === undefined ? query.sort : sortName(query.customSort)),
            read: async (part) => {
              const { posts, next } = await reader.listPosts(organization.slug, { ...query, ...part });
              const named = await nameShown(organization, posts, reader);
              const items = named.posts.map((post) => ({ post, publicity: named.publicity }));
              return { items, next };
            },
            write: ({ post, publicity }) =>
              isBy(query.author, post)
                ? [toJson(toSelectedItem(organization, post, { fields, hasKey, publicity }))]
                : [],
          },
          request.incoming,
          deps,
        );
      },
    });
  };
}

/** True if a post has the author, if any is requested. A host's source may not know the filter. */
function isBy(author: string | undefined, post: Post): boolean {
  return author === undefined || authorNames(post).includes(author);
}

/** Names the posts that the shown values of posts refer to. Posts without them need no read. */
async function nameShown(
  organization: Organization,
  posts: readonly Post[],
  reader: Collection["reader"],
): Promise<{ posts: readonly Post[]; publicity: Publicity }> {
  const place = "list";
  const isNaming = posts.some((post) => shownReferences(organization, post, place).length > 0);
  return isNaming ? reader.nameReferences(organization, { posts, place }) : { posts, publicity: new Map() };
}

function toSelectedItem(
  organization: Organization,
  post: Post,
  {
    fields,
    hasKey,
    publicity,
  }: { fields: FieldSelection | undefined; hasKey: boolean; publicity: Publicity },
): Partial<PostItem & Pick<SinglePost, "html">> {
  const item = toPostItem(organization, post, { place: "list", publicity });
  if (fields === undefined) return item;
  if (post.html === undefined) return pickFields(item, fields);
  const isWithheld = !hasKey && isPaid(organization, post);
  return pickFields({ ...item, html: isWithheld ? "" : post.html }, fields);
}
