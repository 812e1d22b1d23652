import * as v from "valibot";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { ProblemError } from "../problem.ts";

/**
 * Reads query parameters by a schema. A value that is not allowed is refused, never bent into one that is; parameters that are not
 * known are passed over.
 *
 * @throws {ProblemError} that names the parameter and what is allowed
 */
export function readQuery<const Entries extends v.ObjectEntries>(
  parameters: URLSearchParams,
  schema: v.ObjectSchema<Entries, undefined>,
): v.InferOutput<v.ObjectSchema<Entries, undefined>> {
  const names = [...new Set(parameters.keys())].filter((name) => Object.hasOwn(schema.entries, name));
  for (const name of names) {
    if (parameters.getAll(name).length > 1) throw notAllowed(name, "must be given at most once");
  }
  const given = Object.fromEntries(names.map((name) => [name, parameters.get(name)]));
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw notAllowed(String(issue.path?.[0].key), issue.message);
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

/** How many entries a page has at the most; 50 unless said otherwise. */
export const limitParameter: v.GenericSchema<string, number> = v.pipe(
  v.string(),
  v.regex(/^(?:[1-9]\d?|100)$/, "must be a whole number from 1 to 100"),
  v.transform(Number),
);

function notAllowed(parameter: string, rule: string): ProblemError {
  return new ProblemError("invalid-parameter", `The query parameter ${parameter} ${rule}`);
}
