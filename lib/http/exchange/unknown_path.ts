import { ProblemError } from "../problems/problem.ts";
import { targetRefusal } from "../request/request_target.ts";

/** The problem of a path without a route. */
const pathNotFound: ProblemError = new ProblemError("path-not-found", "The path does not exist in this API", {
  isShared: true,
});

/** Returns the problem of a path without a route: the path has a refused form, or is unknown. */
export function unknownPathProblem(path: string): ProblemError {
  const refusal = targetRefusal(path);
  return refusal === undefined ? pathNotFound : new ProblemError("malformed-path", refusal);
}
