import type { AdapterRequestContext } from "@hattip/core";
import { andThen, type Awaitable } from "../awaitable.ts";
import { asComplete, problemAnswer, responseClassOf, toResponse } from "./answer.ts";
import { withConstantHeaders } from "./complete.ts";
import { isInChain } from "./composable_handler.ts";
import { grantOrigin } from "./cors.ts";
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

/**
 * Leaves a request to the next handler. Returns true in a chain: the caller must return `undefined`. Otherwise the adapter is notified, and
 * the caller must respond, because the adapter may have no other handler.
 */
export function leaveToNext(context: AdapterRequestContext): boolean {
  if (isInChain(context)) return true;
  context.passThrough();
  return false;
}

/**
 * Responds to an unknown path below a root of Postern and leaves it to the next handler. `respond` runs also in a chain, because it counts
 * the key. A path that is refused for its form is not left to the next handler.
 */
export function passOnBelowRoot(
  context: AdapterRequestContext,
  respond: () => Awaitable<Response>,
): Awaitable<Response | undefined> {
  if (refusalOf(pathOf(context.request.url)) !== undefined) return respond();
  return leaveToNext(context) ? andThen(respond(), () => undefined) : respond();
}

/** Creates the handler of all paths that are not Postern's: it passes them on, and responds with 404 where nothing follows. */
export function createPassOn(
  deps: HttpDeps,
): (context: AdapterRequestContext) => Awaitable<Response | undefined> {
  const { options } = deps;
  const { basePath, clock, cors } = options;
  // Hosts that have more than this API pass much through it.
  const notFound = withConstantHeaders(problemAnswer(pathNotFound, basePath), "open", options);
  return (context) => {
    if (leaveToNext(context)) return undefined;
    const startedAt = clock.now();
    const { request } = context;
    const problem = unknownPathProblem(request.url);
    const whole = asComplete(
      problem === pathNotFound
        ? notFound
        : withConstantHeaders(problemAnswer(problem, basePath), "open", options),
    );
    grantOrigin(whole.headers, request, cors);
    tellAnswered(deps, { request, route: undefined, startedAt, answer: whole, caller: null });
    return toResponse(whole, responseClassOf(context));
  };
}
