import * as v from "valibot";
import type { PostQuery } from "../../content/mod.ts";
import { decodeCursor } from "./cursor.ts";
import { fieldsParameter, type FieldSelection } from "../../representations/field_selection.ts";
import {
  cursorParameter,
  labelParameters,
  limitParameter,
  sortParameter,
  toFilter,
  textParameter,
  updatedSinceParameter,
} from "./list_parameters.ts";
import { itemFields } from "../../representations/post_schema.ts";
import { notAllowed, parseQuery, type QuerySchema } from "../../http/query_parameters.ts";

interface ListParameters extends Omit<PostQuery, "after" | "html"> {
  cursor?: string;
  total?: boolean;
  fields?: FieldSelection;
}

/** The query parameters of the list. */
export const listParameters: QuerySchema<ListParameters> = v.pipe(
  v.object({
    sort: sortParameter(
      "-createdAt",
      "Order of the list. A leading `-` means descending. Posts with equal values are sorted by id.",
    ),
    limit: limitParameter("Maximum number of posts on a page."),
    cursor: cursorParameter(
      "Start of the page: the `nextCursor` of an earlier response with the same `sort`. Leave it out for the first page.",
    ),
    ...labelParameters,
    author: textParameter("Only posts with exactly this author, among others or alone."),
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
 * Reads the query parameters of the list.
 *
 * @throws {ProblemError} if a parameter is invalid. It names the parameter and the allowed values.
 */
export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const { cursor, fields, total: hasTotal = false, ...filters } = parseQuery(listParameters, parameters);
  const query: PostQuery = filters;
  if (cursor !== undefined) query.after = placeOf(cursor, filters.sort);
  if (fields === undefined) return { query, hasTotal };
  if (fields.has("html")) query.html = true;
  return { query, hasTotal, fields };
}

function placeOf(cursor: string, sort: string): string {
  const after = decodeCursor(cursor, sort);
  if (after !== undefined) return after;
  throw notAllowed("cursor", "must be the nextCursor of an earlier response with the same sort");
}
