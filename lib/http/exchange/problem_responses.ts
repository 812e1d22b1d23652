import type { ProblemError } from "../problems/problem.ts";
import { type PreparedResponse, problemResponse } from "./prepared_response.ts";

/** Returns a function that renders problems under the base path of an API. It renders a shared problem once. */
export function createProblemResponses(basePath: string): (problem: ProblemError) => PreparedResponse {
  const shared = new WeakMap<ProblemError, PreparedResponse>();
  return (problem) => {
    const known = shared.get(problem);
    if (known !== undefined) return known;
    const response = problemResponse(problem, basePath);
    if (problem.isShared) shared.set(problem, response);
    return response;
  };
}
