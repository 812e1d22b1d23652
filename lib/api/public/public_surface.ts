import {
  type Audience,
  type Surface,
  createProblemResponses,
  toProblem,
  type CacheOptions,
  constantCorsHeaders,
  type CorsOptions,
  emptyRateLimit,
  setCacheHeaders,
  setCorsHeaders,
} from "../../http/mod.ts";
import type { ApiOptions } from "../api_options.ts";
import { publicApiRoot } from "../../base/api_address.ts";

/** Creates the surface of the public API. Caches may store its responses, and other origins' pages may read them. */
export function publicSurface(options: ApiOptions): Surface {
  return {
    root: publicApiRoot,
    needsKey: false,
    hasEtags: true,
    completeHeaders: (headers, status, audience) =>
      completePublicHeaders(headers, { status, audience }, options),
    isSameForOrigins: options.cors.origins === "*",
    setHeadersForRequest: (headers, incoming, route) =>
      setCorsHeaders(headers, incoming, options.cors, route),
    toProblem,
    toProblemResponse: createProblemResponses(options.basePath),
  };
}

/** Adds the cache and CORS headers that do not depend on the request. */
function completePublicHeaders(
  headers: Record<string, string>,
  { status, audience }: { status: number; audience: Audience },
  { cache, cors }: { cache: CacheOptions; cors: CorsOptions },
): Record<string, string> {
  // Put the rate limit headers first, where `setRateLimitHeaders` overwrites them.
  const completed = { ...(audience === "counted" ? emptyRateLimit : undefined), ...headers };
  const readers = { hasKey: audience !== "open", isCrossOrigin: cors.origins !== "*" };
  setCacheHeaders(completed, status, readers, cache);
  return { ...completed, ...constantCorsHeaders(cors), "x-content-type-options": "nosniff" };
}
