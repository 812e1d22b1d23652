import * as v from "valibot";
import {
  type ContentSource,
  type CustomField,
  filterableFields,
  newestFirst,
  type PostQuery,
  type PostSort,
  sortsOf,
} from "../../../content/mod.ts";
import { decodeCursor } from "./cursor.ts";
import { customSorts, parseCustomQuery, sortName } from "./custom_parameters.ts";
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
import { notAllowed, parseQuery, type QuerySchema } from "../../../http/mod.ts";

interface ListParameters extends Omit<PostQuery, "after" | "html" | "sort"> {
  sort?: PostSort;
  cursor?: string;
  total?: boolean;
  fields?: FieldSelection;
}

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
 * @param postFields fields that the organization defines
 * @throws {ProblemError} if a parameter is invalid. It names the parameter and the allowed values.
 */
export function parseListQuery(
  parameters: URLSearchParams,
  source: Pick<ContentSource, "sortFields" | "filters">,
  postFields: readonly CustomField[] = [],
): ListQuery {
  const fieldsToFilter = source.filters?.includes("custom") ? filterableFields(postFields) : [];
  const { others, ...custom } = parseCustomQuery(parameters, fieldsToFilter);
  const sorts = sortsOf(source);
  const fieldSorts = customSorts(fieldsToFilter);
  const given = others.get("sort");
  if (given !== null && fieldSorts.size > 0 && !sorts.some((sort) => sort === given)) {
    throw notAllowed("sort", `must be one of ${[...sorts, ...fieldSorts.keys()].join(", ")}`);
  }
  const { cursor, fields, total: hasTotal = false, ...filters } = parseQuery(listParameters, others);
  if (filters.sort !== undefined && !sorts.includes(filters.sort)) {
    throw notAllowed("sort", `must be one of ${sorts.join(", ")}`);
  }
  const query: PostQuery = { ...filters, ...custom, sort: filters.sort ?? newestFirst(source) };
  if (cursor !== undefined) {
    const orders: Order[] = [
      ...sorts.map((sort): Order => [sort, { sort }]),
      ...Array.from(fieldSorts, ([name, customSort]): Order => [name, { customSort }]),
    ];
    const stated = custom.customSort === undefined ? filters.sort : sortName(custom.customSort);
    Object.assign(
      query,
      placeOf(cursor, stated === undefined ? orders : orders.filter(([name]) => name === stated)),
    );
  }
  if (fields === undefined) return { query, hasTotal };
  if (fields.has("html")) query.html = true;
  return { query, hasTotal, fields };
}

/** The value of `sort` for an order, and the query in that order. */
type Order = readonly [string, Partial<Pick<PostQuery, "sort" | "customSort">>];

/** Returns the order of the list that a cursor belongs to, and its place in that list. */
function placeOf(
  cursor: string,
  orders: readonly Order[],
): Partial<Pick<PostQuery, "sort" | "customSort" | "after">> {
  for (const [name, order] of orders) {
    const after = decodeCursor(cursor, name);
    if (after !== undefined) return { ...order, after };
  }
  throw notAllowed("cursor", "must be the nextCursor of an earlier response with the same sort");
}
