/** How long caches may keep what needs no key. */
export interface CacheOptions {
  /** Seconds for which an answer is fresh, 0 to 31,536,000. Default: 60. */
  maxAge: number;
  /** Seconds for which a stale answer may be served while a fresh one is fetched, 0 to 31,536,000. Default: 600. */
  staleWhileRevalidate: number;
}

/**
 * Who may keep an answer (RFC 9111). What came with a key is that key's alone: no shared cache keeps it, and what came without one is
 * not taken for it, since every request with a key is to be counted.
 */
export function cacheHeaders(
  status: number,
  { hasKey, isCrossOrigin }: { hasKey: boolean; isCrossOrigin: boolean },
  { maxAge, staleWhileRevalidate }: CacheOptions,
): Record<string, string> {
  const vary = isCrossOrigin ? "x-api-key, origin" : "x-api-key";
  if (status !== 200 && status !== 304) return { "cache-control": "no-store", vary };
  if (hasKey) return { "cache-control": "private, no-cache", vary };
  return {
    "cache-control": `public, max-age=${maxAge}, stale-while-revalidate=${staleWhileRevalidate}`,
    vary,
  };
}
