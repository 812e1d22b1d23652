import * as v from "valibot";
import {
  type ContentSource,
  newestFirst,
  type PostQuery,
  type PostSort,
  sortsOf,
} from "../../content/mod.ts";
import { decodeCursor } from "./cursor.ts";
import { fieldsParameter, type FieldSelection } from "../../representations/field_selection.ts";
import {
  cursorParameter,
  labelParameters,
  limitParameter,
  sortParameter,
  toFilter,
  nameParameter,
  updatedSinceParameter,
} from "./list_parameters.ts";
import { itemFields } from "../../representations/post_schema.ts";
import { notAllowed, parseQuery, type QuerySchema } from "../../http/query_parameters.ts";

interface ListParameters extends Omit<PostQuery, "after" | "html" | "sort"> {
  sort?: PostSort;
  cursor?: string;
  total?: boolean;
  fields?: FieldSelection;
}

/** The query parameters of the list. */
export const listParameters: QuerySchema<ListParameters> = v.pipe(
  v.object({
    sort: sortParameter(
      "Order of the list. A leading `-` means descending. Posts with equal values are sorted by id. Default: the order of `cursor`, or else " +
        "`-publishedAt`. A content source without `publishedAt` begins with the newest `createdAt`.",
    ),
    limit: limitParameter("Maximum number of posts on a page."),
    cursor: cursorParameter(
      "Start of the page: the `nextCursor` of an earlier response with the same `sort`, or of any earlier response if the request has no " +
        "`sort`. Leave it out for the first page.",
    ),
    ...labelParameters,
    author: nameParameter("Only posts with exactly this author, among others or alone."),
    updatedSince: updatedSinceParameter,
    total: v.exactOptional(
      v.pipe(
        v.picklist(["true", "false"], "must be true or false"),
        v.description("`true` adds `total`: the number of posts on all pages. Default: `false`."),
        v.transform((text) => text === "true"),
      ),
    ),
    fields: v.exactOptional(fieldsParameter(itemFields)),
  }),
  v.transform(toFilter),
);

/** Parsed query of a post list: the requested posts and fields. */
export interface ListQuery {
  query: PostQuery;
  /** True if the response includes the number of posts on all pages. */
  hasTotal: boolean;
  /** Selected fields. Default: the standard fields. */
  fields?: FieldSelection;
}

/**
 * Reads the query parameters of the list. Without `sort`, a cursor continues in its own order.
 *
 * @throws {ProblemError} if a parameter is invalid. It names the parameter and the allowed values.
 */
export function parseListQuery(
  parameters: URLSearchParams,
  source: Pick<ContentSource, "sortFields">,
): ListQuery {
  const { cursor, fields, total: hasTotal = false, ...filters } = parseQuery(listParameters, parameters);
  const sorts = sortsOf(source);
  if (filters.sort !== undefined && !sorts.includes(filters.sort)) {
    throw notAllowed("sort", `must be one of ${sorts.join(", ")}`);
  }
  const query: PostQuery = { ...filters, sort: filters.sort ?? newestFirst(source) };
  if (cursor !== undefined) {
    Object.assign(query, placeOf(cursor, filters.sort === undefined ? sorts : [filters.sort]));
  }
  if (fields === undefined) return { query, hasTotal };
  if (fields.has("html")) query.html = true;
  return { query, hasTotal, fields };
}

/** Returns the order of the list that a cursor belongs to, and its place in that list. */
function placeOf(cursor: string, sorts: readonly PostSort[]): Pick<PostQuery, "sort" | "after"> {
  for (const sort of sorts) {
    const after = decodeCursor(cursor, sort);
    if (after !== undefined) return { sort, after };
  }
  throw notAllowed("cursor", "must be the nextCursor of an earlier response with the same sort");
}
