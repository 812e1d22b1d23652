import { callback, fields, integer } from "../check_options.ts";
import { at } from "./check.ts";
import type { ClientOptions } from "./client_options.ts";

/** Options of `cachingFetch`. */
export interface CachingFetchOptions {
  /** How many answers to keep, those that were used last, 1 to 100,000. Default: 100. */
  answers?: number;
  /** Sends a request. Default: the global `fetch`. */
  fetch?: NonNullable<ClientOptions["fetch"]>;
}

const optionsCheck = fields<CachingFetchOptions>({ answers: integer(1, 100_000), fetch: callback });

interface KeptAnswer {
  etag: string;
  headers: Headers;
  body: ArrayBuffer;
}

/**
 * A `fetch` for `createClient` that keeps answers in memory. Each is asked for with `If-None-Match` (RFC 9110, section 13.1.2) before it
 * is used again, and comes over the network only when it has changed. Such a request counts for the key's quota like any other.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { cachingFetch, createClient } from "postern/client";
 *
 * const fetch = cachingFetch({ answers: 500 });
 * const client = createClient({ baseUrl: "https://acme.example", organizationSlug: "acme", fetch });
 * ```
 */
export function cachingFetch(options: CachingFetchOptions = {}): (request: Request) => Promise<Response> {
  optionsCheck(options, at(""));
  const { answers = 100, fetch: send = (request) => fetch(request) } = options;
  const kept = new Map<string, KeptAnswer>();
  return async (request) => {
    if (request.method !== "GET") return send(request);
    const name = ["accept", "x-api-key"].map((header) => request.headers.get(header)).join(" ") + request.url;
    const known = kept.get(name);
    if (known !== undefined) request.headers.set("if-none-match", known.etag);
    const response = await send(request);
    const answer = await toKeep(response, known);
    if (answer === undefined) return response;
    kept.delete(name);
    kept.set(name, answer);
    const [oldest = ""] = kept.keys();
    if (kept.size > answers) kept.delete(oldest);
    return new Response(answer.body, { headers: answer.headers });
  };
}

/** What can be asked for again. An answer that has not changed gets the headers that came now (RFC 9111, section 4.3.4). */
async function toKeep(response: Response, known: KeptAnswer | undefined): Promise<KeptAnswer | undefined> {
  const { status, headers } = response;
  if (status === 304 && known !== undefined) {
    const renewed = new Headers(known.headers);
    headers.forEach((value, name) => renewed.set(name, value));
    return { ...known, headers: renewed };
  }
  const etag = headers.get("etag");
  return status === 200 && etag !== null ? { etag, headers, body: await response.arrayBuffer() } : undefined;
}
