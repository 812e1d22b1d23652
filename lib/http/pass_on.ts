import type { HattipHandler } from "@hattip/core";
import { asComplete, problemAnswer, responseClassOf, toResponse } from "./answer.ts";
import type { HttpDeps } from "./http_deps.ts";
import { ProblemError } from "./problem.ts";
import { tellAnswered } from "./tell_answered.ts";

/** The problem of a path that no route has. */
export const pathNotFound: ProblemError = new ProblemError(
  "path-not-found",
  "The path is none of this API's",
  { isShared: true },
);

/** Creates the handler of all paths that are not Postern's: it passes them on, and responds with 404 where nothing follows. */
export function createPassOn(deps: HttpDeps): HattipHandler {
  const { basePath, clock } = deps.options;
  const notFound = problemAnswer(pathNotFound, basePath);
  return (context) => {
    context.passThrough();
    const startedAt = clock.now();
    const whole = asComplete(notFound);
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
