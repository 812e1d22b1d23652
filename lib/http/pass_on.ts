import type { HattipHandler } from "@hattip/core";
import { asComplete, problemAnswer, responseClassOf, toResponse } from "./answer.ts";
import type { HttpDeps } from "./http_deps.ts";
import { pathOf } from "./path.ts";
import { ProblemError } from "./problem.ts";
import { refusalOf } from "./request_target.ts";
import { tellAnswered } from "./tell_answered.ts";

/** The problem of a path that no route has. */
const pathNotFound: ProblemError = new ProblemError("path-not-found", "The path is none of this API's", {
  isShared: true,
});

/** Returns the problem of an address that no route has: its form is refused, or nothing is there. */
export function unknownPathProblem(url: string): ProblemError {
  const refusal = refusalOf(pathOf(url));
  return refusal === undefined ? pathNotFound : new ProblemError("malformed-path", refusal);
}

/** Creates the handler of all paths that are not Postern's: it passes them on, and responds with 404 where nothing follows. */
export function createPassOn(deps: HttpDeps): HattipHandler {
  const { basePath, clock } = deps.options;
  const notFound = problemAnswer(pathNotFound, basePath);
  return (context) => {
    context.passThrough();
    const startedAt = clock.now();
    const problem = unknownPathProblem(context.request.url);
    // Hosts that have more than this API pass much through it.
    const whole = asComplete(problem === pathNotFound ? notFound : problemAnswer(problem, basePath));
    tellAnswered(deps, {
      request: context.request,
      route: undefined,
      startedAt,
      answer: whole,
      caller: null,
    });
    return toResponse(whole, responseClassOf(context));
  };
}
