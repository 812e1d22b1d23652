import type { HeaderList } from "./header_list.ts";
import type { Incoming } from "../request/incoming.ts";
import { type Handlers, methodsOf } from "../route_methods.ts";

/** Access to the API for pages of other origins. */
export interface CorsOptions {
  /**
   * Origins such as `https://example.com`, or `*` for all. A page can only use a key that it has, because browsers never send the key header by
   * themselves. Default: `*`.
   */
  origins: "*" | readonly string[];
  /** Seconds for which a browser may cache the response to a preflight, 0 to 86,400. Default: 7200. */
  maxAgeSeconds: number;
  /** Names of further request headers that pages may send, such as `x-requested-with`. Default: none. */
  allowedHeaders: readonly string[];
}

const exposed = [
  "etag",
  "last-modified",
  "link",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "www-authenticate",
  "x-request-id",
].join(", ");

/** The headers of the API, and those that scripts for tracing and `fetch` with a cache mode add to every request of a page. */
const allowed: readonly string[] = [
  "baggage",
  "cache-control",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-unmodified-since",
  "last-event-id",
  "sentry-trace",
  "traceparent",
  "tracestate",
  "x-api-key",
];

/** A route, and the request headers that it reads besides those of the API. */
export interface CorsRoute extends Handlers<unknown> {
  ownHeaders?: readonly string[];
}

/** Headers that let pages of every origin read a response. */
const openHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposed,
};

/**
 * Returns the CORS headers that do not depend on the request. Every response has them, even to a request without `Origin`, because a shared
 * cache stores one response for all origins.
 */
export function constantCorsHeaders({ origins }: CorsOptions): Readonly<Record<string, string>> | undefined {
  return origins === "*" ? openHeaders : undefined;
}

/** Sets the CORS headers that depend on the request (Fetch standard, section 3.2). A preflight response also lists the allowed methods and headers. */
export function setCorsHeaders(
  headers: HeaderList,
  request: Pick<Incoming, "method" | "headers">,
  cors: CorsOptions,
  route: CorsRoute,
): void {
  if (!grantOrigin(headers, request, cors) || request.method !== "OPTIONS") return;
  if (request.headers.get("access-control-request-method") === null) return;
  headers.set("access-control-allow-methods", methodsOf(route).join(", "));
  const names = [...allowed, ...(route.ownHeaders ?? []), ...cors.allowedHeaders];
  headers.set("access-control-allow-headers", names.join(", "));
  headers.set("access-control-max-age", String(cors.maxAgeSeconds));
}

/** Lets the page that sent the request read the response. Returns false if the request has no `Origin`, or its origin is not configured. */
export function grantOrigin(
  headers: HeaderList,
  request: Pick<Incoming, "headers">,
  { origins }: CorsOptions,
): boolean {
  if (origins === "*") return true;
  const origin = request.headers.get("origin");
  if (origin === null || !origins.includes(origin)) return false;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", exposed);
  return true;
}
