import { callback, fields, integer } from "../../base/input/check_options.ts";
import { at } from "./check.ts";
import type { ClientOptions } from "./client_options.ts";

/** Options of `cachingFetch`. */
export interface CachingFetchOptions {
  /** Maximum number of cached responses, 1 to 100,000. The least recently used are evicted. Default: 100. */
  answers?: number;
  /** Sends a request. Default: the global `fetch`. */
  fetch?: NonNullable<ClientOptions["fetch"]>;
}

const optionsCheck = fields<CachingFetchOptions>({ answers: integer(1, 100_000), fetch: callback });

interface CachedResponse {
  etag: string;
  headers: Headers;
  body: ArrayBuffer;
}

/**
 * Creates a `fetch` for `createClient` that caches responses in memory. It revalidates each response with `If-None-Match` (RFC 9110,
 * section 13.1.2), so the server sends the body only if it has changed. A revalidation counts toward the key's quota.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { cachingFetch, createClient } from "postern/client";
 *
 * const fetch = cachingFetch({ answers: 500 });
 * const client = createClient({ baseUrl: "https://acme.example", organizationSlug: "acme", fetch });
 * ```
 */
export function cachingFetch(options: CachingFetchOptions = {}): NonNullable<ClientOptions["fetch"]> {
  optionsCheck(options, at(""));
  const { answers = 100, fetch: send = (...sent) => fetch(...sent) } = options;
  const cache = new Map<string, CachedResponse>();
  return async (request, ...more) => {
    if (request.method !== "GET") return send(request, ...more);
    const name = ["accept", "x-api-key"].map((header) => request.headers.get(header)).join(" ") + request.url;
    const known = cache.get(name);
    if (known !== undefined) request.headers.set("if-none-match", known.etag);
    const response = await send(request, ...more);
    const cached = await toCached(response, known);
    if (cached === undefined) return response;
    cache.delete(name);
    cache.set(name, cached);
    const [oldest = ""] = cache.keys();
    if (cache.size > answers) cache.delete(oldest);
    return new Response(cached.body, { headers: cached.headers });
  };
}

/**
 * Returns the response to cache, or undefined if it cannot be revalidated. A response that has not changed gets the new headers
 * (RFC 9111, section 4.3.4).
 */
async function toCached(
  response: Response,
  known: CachedResponse | undefined,
): Promise<CachedResponse | undefined> {
  const { status, headers } = response;
  if (status === 304 && known !== undefined) {
    const renewed = new Headers(known.headers);
    headers.forEach((value, name) => renewed.set(name, value));
    return { ...known, headers: renewed };
  }
  const etag = headers.get("etag");
  return status === 200 && etag !== null ? { etag, headers, body: await response.arrayBuffer() } : undefined;
}
