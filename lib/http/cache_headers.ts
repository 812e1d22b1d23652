/** How long caches may keep what needs no key. */
export interface CacheOptions {
  /** Seconds for which an answer is fresh, 0 to 31,536,000. Default: 60. */
  maxAge: number;
  /** Seconds for which a stale answer may be served while a fresh one is fetched, 0 to 31,536,000. Default: 600. */
  staleWhileRevalidate: number;
  /**
   * Seconds for which a post may be served stale while the store is unreachable, 0 to 31,536,000: by shared caches (`stale-if-error`, RFC 5861),
   * and by Postern to requests without a key, where this process has served the post before. 0 turns it off. Default: 0.
   */
  staleIfError: number;
}

/**
 * Says who may keep an answer (RFC 9111). What came with a key is that key's alone: no shared cache keeps it, and what came without one is
 * not taken for it, since every request with a key is to be counted.
 */
export function setCacheHeaders(
  headers: Record<string, string>,
  status: number,
  { hasKey, isCrossOrigin }: { hasKey: boolean; isCrossOrigin: boolean },
  { maxAge, staleWhileRevalidate, staleIfError }: CacheOptions,
): void {
  // What the answer itself depends on comes before what all depend on.
  const own = headers["vary"];
  const common = isCrossOrigin ? "x-api-key, origin" : "x-api-key";
  headers["vary"] = own === undefined ? common : `${own}, ${common}`;
  if (status !== 200 && status !== 304) headers["cache-control"] = "no-store";
  else if (hasKey) headers["cache-control"] = "private, no-cache";
  else {
    const ifError = staleIfError === 0 ? "" : `, stale-if-error=${staleIfError}`;
    headers["cache-control"] =
      `public, max-age=${maxAge}, stale-while-revalidate=${staleWhileRevalidate}${ifError}`;
  }
}
