/** Caching of responses to requests without a key. */
export interface CacheOptions {
  /** Seconds for which a response is fresh, 0 to 31,536,000. Default: 60. */
  maxAgeSeconds: number;
  /** Seconds for which a cache may serve a stale response while it revalidates, 0 to 31,536,000. Default: 600. */
  staleWhileRevalidateSeconds: number;
  /**
   * Seconds for which a stale post may be served while the store is unreachable, 0 to 31,536,000. Shared caches do so by `stale-if-error`
   * (RFC 5861). Postern does so for requests without a key, if this process has served the post before. 0 turns it off. Default: 0.
   */
  staleIfErrorSeconds: number;
  /**
   * True to send `Cache-Tag` and `Surrogate-Key` with tags such as `org-acme`, `posts-acme` and `post-12`. A shared cache can then remove
   * all responses of a changed post. Default: false.
   */
  tags: boolean;
}

/** A 308 leads from an earlier slug to the present one. */
const cachedStatuses: ReadonlySet<number> = new Set([200, 304, 308]);

/**
 * Sets `Vary` and `Cache-Control` (RFC 9111). A response to a request with a key is private. A cache must not serve a response without a key
 * to a request with one, because Postern counts every request with a key. A response that has its own `Cache-Control` keeps it.
 */
export function setCacheHeaders(
  headers: Record<string, string>,
  status: number,
  { hasKey, isCrossOrigin }: { hasKey: boolean; isCrossOrigin: boolean },
  { maxAgeSeconds, staleWhileRevalidateSeconds, staleIfErrorSeconds }: CacheOptions,
): void {
  // The response's own headers come before those of all responses.
  const own = headers["vary"];
  const common = isCrossOrigin ? "x-api-key, origin" : "x-api-key";
  headers["vary"] = own === undefined ? common : `${own}, ${common}`;
  if (headers["cache-control"] !== undefined) return;
  if (!cachedStatuses.has(status)) headers["cache-control"] = "no-store";
  else if (hasKey) headers["cache-control"] = "private, no-cache";
  else {
    const ifError = staleIfErrorSeconds === 0 ? "" : `, stale-if-error=${staleIfErrorSeconds}`;
    headers["cache-control"] =
      `public, max-age=${maxAgeSeconds}, stale-while-revalidate=${staleWhileRevalidateSeconds}${ifError}`;
  }
}
