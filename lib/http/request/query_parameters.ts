import type * as v from "valibot";
import { echoed } from "../../base/text/echoed.ts";
import { ProblemError } from "../problems/problem.ts";
import { validated } from "../../base/input/validate.ts";

/** A schema that validates query parameters by name, and describes them in the OpenAPI document. */
export interface QuerySchema<Output extends object> extends v.GenericSchema<unknown, Output> {
  readonly entries: v.ObjectEntries;
}

/**
 * Reads query parameters. It refuses unknown parameters and invalid values, and never coerces a value.
 *
 * @throws {ProblemError} if a parameter is unknown or invalid. The detail names it and the allowed parameters or values.
 */
export function parseQuery<Output extends object>(
  schema: QuerySchema<Output>,
  parameters: URLSearchParams,
): Output {
  requireKnown(parameters, Object.keys(schema.entries));
  return parseKnownQuery(schema, parameters);
}

/**
 * Refuses every query parameter, for endpoints without parameters.
 *
 * @throws {ProblemError} if there is a parameter. The detail names it.
 */
export function refuseQuery(parameters: URLSearchParams): void {
  requireKnown(parameters, []);
}

/**
 * Reads the query parameters of a schema and ignores all others, for URLs to which crawlers and caches add their own parameters.
 *
 * @throws {ProblemError} if a parameter is invalid. The detail names it and the allowed values.
 */
export function parseKnownQuery<Output extends object>(
  schema: QuerySchema<Output>,
  parameters: URLSearchParams,
): Output {
  const given = Object.entries(schema.entries).flatMap(([name, entry]) => {
    const values = parameters.getAll(name);
    if (takesSeveral(entry)) return values.length === 0 ? [] : [[name, values]];
    if (values.length > 1) throw notAllowed(name, "must be given at most once");
    return values.map((value) => [name, value]);
  });
  const validation = validated(schema, Object.fromEntries(given));
  if (validation.isValid) return validation.output;
  const [{ pointer, message } = { pointer: "", message: "" }] = validation.fields;
  throw notAllowed(pointer.split("/")[1] ?? "", message);
}

/** True for a parameter whose values are an array: it may be repeated. */
function takesSeveral(entry: v.ObjectEntries[string] & { wrapped?: { type: string } }): boolean {
  return (entry.wrapped ?? entry).type === "array";
}

function requireKnown(parameters: URLSearchParams, known: readonly string[]): void {
  for (const name of parameters.keys()) {
    if (known.includes(name)) continue;
    const rule = known.length === 0 ? "takes no query parameters" : `takes ${known.join(", ")}`;
    const shown = JSON.stringify(echoed(name));
    throw new ProblemError(
      "invalid-parameter",
      `The query parameter ${shown} is unknown: the endpoint ${rule}`,
    );
  }
}

/** Creates the problem of a query parameter that breaks a rule. */
export function notAllowed(parameter: string, rule: string): ProblemError {
  return new ProblemError("invalid-parameter", `The query parameter ${parameter} ${rule}`);
}
