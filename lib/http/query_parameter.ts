import { ProblemError } from "./problem.ts";

/**
 * The value of a query parameter, or undefined where it is not given.
 *
 * @throws {ProblemError} when it is given more than once
 */
export function single(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  if (values.length > 1) throw notAllowed(name, "must be given at most once");
  return values[0];
}

/** The problem of a query parameter whose value is not allowed. */
export function notAllowed(parameter: string, rule: string): ProblemError {
  return new ProblemError("invalid-parameter", `The query parameter ${parameter} ${rule}`);
}
