import type { Audience, Surface } from "../exchange/mod.ts";
import {
  type CacheOptions,
  constantCorsHeaders,
  type CorsOptions,
  emptyRateLimit,
  setCacheHeaders,
  setCorsHeaders,
} from "../http/mod.ts";
import { createProblemResponses } from "../exchange/problem_responses.ts";
import type { ResolvedOptions } from "../options.ts";
import { toProblem } from "../problems/mod.ts";

/** The public API: caches may keep its responses, and pages of other origins may read them. */
export function publicSurface(options: ResolvedOptions): Surface {
  return {
    root: "/api/public/v1",
    needsKey: false,
    hasEtags: true,
    completeHeaders: (headers, status, audience) =>
      completePublicHeaders(headers, { status, audience }, options),
    setRequestHeaders: (headers, incoming, route) => {
      // The headers for all origins are constant, but for those of a preflight.
      if (options.cors.origins === "*" && incoming.method !== "OPTIONS") return;
      setCorsHeaders(headers, incoming, options.cors, route);
    },
    toProblem,
    toProblemResponse: createProblemResponses(options.basePath),
  };
}

/** Adds the headers that depend on the options and the audience only: for caches, and for pages of other origins. */
function completePublicHeaders(
  headers: Record<string, string>,
  { status, audience }: { status: number; audience: Audience },
  { cache, cors }: { cache: CacheOptions; cors: CorsOptions },
): Record<string, string> {
  // `setRateLimitHeaders` finds the headers that it overwrites at the front.
  const completed = { ...(audience === "counted" ? emptyRateLimit : undefined), ...headers };
  const readers = { hasKey: audience !== "open", isCrossOrigin: cors.origins !== "*" };
  setCacheHeaders(completed, status, readers, cache);
  return { ...completed, ...constantCorsHeaders(cors), "x-content-type-options": "nosniff" };
}
