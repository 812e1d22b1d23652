import type { HeaderList } from "./header_list.ts";
import { type Handlers, methodsOf } from "./route_methods.ts";

/** Which pages of other origins may call the API. */
export interface CorsOptions {
  /**
   * Origins such as `https://example.com`, or `*` for all. Keys are sent in a header and never by the browser itself,
   * so a page can only use a key that it has. Default: `*`.
   */
  origins: "*" | readonly string[];
  /** How long a browser may remember the answer to a preflight, in seconds, 0 to 86,400. Default: 7200. */
  maxAgeSeconds: number;
}

const exposed = [
  "etag",
  "last-modified",
  "link",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "www-authenticate",
].join(", ");

const allowed = ["content-type", "idempotency-key", "if-modified-since", "if-none-match", "x-api-key"].join(
  ", ",
);

/** Lets pages of other origins read an answer (Fetch standard, section 3.2); a preflight learns what they may send, too. */
export function setCorsHeaders(
  headers: HeaderList,
  request: Headers,
  { origins, maxAgeSeconds }: CorsOptions,
  route: Handlers<unknown>,
): void {
  const origin = request.get("origin");
  if (origin === null) return;
  const granted = origins === "*" ? "*" : origins.find((one) => one === origin);
  if (granted === undefined) return;
  headers.set("access-control-allow-origin", granted);
  headers.set("access-control-expose-headers", exposed);
  if (request.get("access-control-request-method") === null) return;
  headers.set("access-control-allow-methods", methodsOf(route).join(", "));
  headers.set("access-control-allow-headers", allowed);
  headers.set("access-control-max-age", String(maxAgeSeconds));
}
