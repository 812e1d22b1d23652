import * as v from "valibot";
import { ProblemError } from "./problem.ts";

/** Validates query parameters, by name, and describes them in the OpenAPI document. */
export interface QuerySchema<Output extends object> extends v.GenericSchema<unknown, Output> {
  readonly entries: v.ObjectEntries;
}

/**
 * Reads query parameters. A value that is not allowed is refused, never bent into one that is; parameters that the schema
 * does not know are passed over.
 *
 * @throws {ProblemError} that names the parameter and what is allowed
 */
export function parseQuery<Output extends object>(
  schema: QuerySchema<Output>,
  parameters: URLSearchParams,
): Output {
  const given = Object.keys(schema.entries).flatMap((name) => {
    const values = parameters.getAll(name);
    if (values.length > 1) throw notAllowed(name, "must be given at most once");
    return values.map((value) => [name, value]);
  });
  const result = v.safeParse(schema, Object.fromEntries(given), { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw notAllowed(String(issue.path?.[0].key), issue.message);
}

/** The problem of a query parameter that breaks a rule. */
export function notAllowed(parameter: string, rule: string): ProblemError {
  return new ProblemError("invalid-parameter", `The query parameter ${parameter} ${rule}`);
}
