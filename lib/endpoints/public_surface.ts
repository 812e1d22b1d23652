import { completePublicHeaders } from "../exchange/cache_headers.ts";
import { setCorsHeaders } from "../exchange/cors.ts";
import type { Surface } from "../exchange/mod.ts";
import { createProblemResponses } from "../exchange/problem_responses.ts";
import type { ResolvedOptions } from "../options.ts";
import { toProblem } from "../problems/mod.ts";

/** The public API: caches may keep its responses, and pages of other origins may read them. */
export function publicSurface(options: ResolvedOptions): Surface {
  return {
    root: "/api/public/v1",
    callers: "key",
    needsKey: false,
    hasEtags: true,
    completeHeaders: (headers, status, audience) =>
      completePublicHeaders(headers, { status, audience }, options),
    setRequestHeaders: (headers, { incoming, match }) =>
      setCorsHeaders(headers, incoming, options.cors, match.route),
    toProblem,
    toProblemResponse: createProblemResponses(options.basePath),
  };
}
