import * as v from "valibot";
import { decodeCursor, encodeCursor } from "../posts/cursor.ts";
import { limitParameter, type OptionalParameter, textParameter } from "../posts/list_parameters.ts";
import { notAllowed } from "../../http/query_parameters.ts";

/** The query parameters of every list. */
export const pageParameters: {
  limit: v.GenericSchema<string | undefined, number>;
  cursor: OptionalParameter;
} = {
  limit: limitParameter("How many entries a page holds at the most."),
  cursor: textParameter(
    "Where the page begins: the `nextCursor` of the answer before. Left out for the first page.",
  ),
};

/** The query parameter that searches a list, in what its description says. */
export function searchParameter(description: string): OptionalParameter {
  return v.exactOptional(
    v.pipe(
      v.string(),
      v.maxLength(200, "must be at most 200 characters"),
      v.description(description),
      v.examples(["open"]),
    ),
  );
}

/** What a page of a list is asked for by. */
export interface PageParameters {
  /** What the cursors of other lists are told by. */
  list: string;
  cursor: string | undefined;
}

/** Where a page begins, as a part of a query. */
export function afterOf({ list, cursor }: PageParameters): { after?: string } {
  if (cursor === undefined) return {};
  const after = decodeCursor(cursor, list);
  if (after !== undefined) return { after };
  throw notAllowed("cursor", "must be the nextCursor of an earlier answer of the same list");
}

/** Where the next page begins, as a part of a body. */
export function nextCursorOf(next: string | null, list: string): { nextCursor: string | null } {
  return { nextCursor: next === null ? null : encodeCursor(next, list) };
}
