import { ProblemError } from "../problems/problem.ts";
import { targetRefusal } from "../http/request_target.ts";

/** The problem of a path that no route has. */
const pathNotFound: ProblemError = new ProblemError("path-not-found", "The path is none of this API's", {
  isShared: true,
});

/** Returns the problem of a path without a route: its form is refused, or nothing is there. */
export function unknownPathProblem(path: string): ProblemError {
  const refusal = targetRefusal(path);
  return refusal === undefined ? pathNotFound : new ProblemError("malformed-path", refusal);
}
