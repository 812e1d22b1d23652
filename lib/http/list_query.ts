import * as v from "valibot";
import { canonicalLanguageTag, type PostQuery } from "../content/mod.ts";
import { toMilliseconds } from "../timestamp.ts";
import { decodeCursor } from "./cursor.ts";
import { fieldsParameter, type FieldSelection } from "./field_selection.ts";
import { itemFields } from "./post_schema.ts";
import { notAllowed, parseQuery, type QuerySchema } from "./query_parameters.ts";

const sorts = ["createdAt", "-createdAt", "updatedAt", "-updatedAt", "name", "-name"] as const;
const mostPosts = 100;
const defaultPosts = 50;
const limitRule = `must be a whole number from 1 to ${mostPosts}`;
const languageRule = "must be a BCP 47 language tag such as en-US";
const instantRule = "must be a date and time in ISO 8601 such as 2026-05-01T00:00:00Z";

interface ListParameters extends Omit<PostQuery, "after" | "html"> {
  cursor?: string;
  fields?: FieldSelection;
}

/** The query parameters of the list. */
export const listParameters: QuerySchema<ListParameters> = v.object({
  sort: v.pipe(
    v.optional(v.picklist(sorts, `must be one of ${sorts.join(", ")}`), "-createdAt"),
    v.description("The order of the list; `-` stands for descending. Posts of equal place go by their id."),
  ),
  limit: v.pipe(
    v.optional(v.string(), String(defaultPosts)),
    v.regex(/^\d{1,3}$/, limitRule),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(1, limitRule),
    v.maxValue(mostPosts, limitRule),
    v.metadata({ default: defaultPosts }),
    v.description("How many posts a page holds at the most."),
  ),
  cursor: v.exactOptional(
    v.pipe(
      v.string(),
      v.description(
        "Where the page begins: the `nextCursor` of an earlier answer with the same `sort`. Left out for the first page.",
      ),
    ),
  ),
  section: v.exactOptional(
    v.pipe(v.string(), v.description("Only posts of this `articleSection`, letter by letter.")),
  ),
  language: v.exactOptional(
    v.pipe(
      v.string(),
      v.check((tag) => canonicalLanguageTag(tag) !== undefined, languageRule),
      v.transform((tag) => canonicalLanguageTag(tag) ?? tag),
      v.description("Only posts in this language: a BCP 47 tag."),
      v.examples(["en-US"]),
    ),
  ),
  tag: v.exactOptional(v.pipe(v.string(), v.description("Only posts with this tag, letter by letter."))),
  updatedSince: v.exactOptional(
    v.pipe(
      v.string(),
      v.description("Only posts updated at this time or later: a date, or a date and time, in ISO 8601."),
      v.examples(["2026-05-01T00:00:00Z"]),
      v.check((text) => toMilliseconds(text) !== undefined, instantRule),
      v.transform((text) => toMilliseconds(text) ?? 0),
    ),
  ),
  fields: v.exactOptional(fieldsParameter(itemFields)),
});

/** What the client wants of the list: which posts, and what of them. */
export interface ListQuery {
  query: PostQuery;
  /** Default: the usual ones. */
  fields?: FieldSelection;
}

/**
 * Reads the query parameters of the list.
 *
 * @throws {ProblemError} that names the parameter and what is allowed
 */
export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const { cursor, fields, ...filters } = parseQuery(listParameters, parameters);
  const query: PostQuery = filters;
  if (cursor !== undefined) query.after = placeOf(cursor, filters.sort);
  if (fields === undefined) return { query };
  if (fields.has("html")) query.html = true;
  return { query, fields };
}

function placeOf(cursor: string, sort: string): string {
  const after = decodeCursor(cursor, sort);
  if (after !== undefined) return after;
  throw notAllowed("cursor", "must be the nextCursor of an earlier answer with the same sort");
}
