import * as v from "valibot";
import type { HeaderDescription } from "../../http/openapi/mod.ts";

/** Headers of every response. */
export const commonHeaders: readonly string[] = [
  "Cache-Control",
  "Vary",
  "Access-Control-Allow-Origin",
  "RateLimit",
  "RateLimit-Policy",
  "X-Content-Type-Options",
];

/** The headers of responses, except those of the media type and of preflights. */
export const responseHeaders: Readonly<Record<string, HeaderDescription>> = {
  "Cache-Control": {
    description: "Caching rules for the response (RFC 9111).",
    isRequired: true,
    example: "public, max-age=60, stale-while-revalidate=600",
  },
  Vary: {
    description:
      "The request headers that the response depends on: `x-api-key`, `accept` if it has several media types, and `origin` if only some origins may read it.",
    isRequired: true,
    example: "accept, x-api-key",
  },
  "Access-Control-Allow-Origin": {
    description:
      "The origin whose pages may read the response. `*`, with or without `Origin` in the request, unless only some origins may read it.",
    example: "*",
  },
  ETag: {
    description: "A strong validator. It changes if and only if the bytes change.",
    isRequired: true,
    example: '"2b1bCzcQLDcDZxfn0Q8vPuUp"',
  },
  "Last-Modified": {
    description: "Time of the last change, rounded up to the second, if known.",
    example: "Fri, 01 May 2026 12:30:00 GMT",
  },
  "Cache-Tag": {
    description: "Tags of the response for shared caches, separated by commas.",
    isRequired: true,
    example: "org-acme,post-12,post-acme-when-we-are-open",
  },
  "Surrogate-Key": {
    description: "Tags of the response for shared caches, separated by spaces.",
    isRequired: true,
    example: "org-acme post-12 post-acme-when-we-are-open",
  },
  "Accept-Ranges": {
    description: "`bytes`: the file can be read in parts.",
    isRequired: true,
    example: "bytes",
  },
  "Content-Range": {
    description: "The first and the last byte, and the number of bytes of the file.",
    isRequired: true,
    example: "bytes 0-1023/48213",
  },
  "Cross-Origin-Resource-Policy": {
    description: "Pages of other sites may show the file.",
    isRequired: true,
    example: "cross-origin",
  },
  "Content-Disposition": {
    description: "`attachment` for a file that browsers must not show at its own address.",
    example: "attachment",
  },
  "X-Robots-Tag": {
    description: "`noindex` in the response to a preview link.",
    example: "noindex",
  },
  Age: {
    description:
      "Seconds since the post was last confirmed. Sent only if the post is served while the store is unreachable.",
    schema: v.pipe(v.number(), v.integer(), v.minValue(0)),
    example: 120,
  },
  Link: {
    description:
      'Of a list: address of the next page, relative to that of the request, with `rel="next"`. Absent on the last page. Of Markdown: URL of the page that it is a copy of, with `rel="canonical"`.',
    example: '<?limit=1&cursor=WyJ0Il0>; rel="next"',
  },
  Location: {
    description:
      "Address of the post by its present slug, relative to that of the request, and with its query.",
    isRequired: true,
    example: "when-we-are-open",
  },
  RateLimit: {
    description:
      "The rest of the key's quota: `r` requests within the next `t` seconds. In every response to a key.",
    example: '"daily";r=1999;t=43210',
  },
  "RateLimit-Policy": {
    description: "The key's quota: `q` requests in `w` seconds. In every response to a key.",
    example: '"daily";q=2000;w=86400',
  },
  "Retry-After": {
    description: "Try again after this many seconds.",
    isRequired: true,
    schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
    example: 43210,
  },
  "WWW-Authenticate": {
    description: "The authentication scheme.",
    isRequired: true,
    schema: v.literal("ApiKey"),
    example: "ApiKey",
  },
  Accept: {
    description: "The supported media types, if the request has a different type.",
    example: "application/json",
  },
  "Content-Security-Policy": {
    description: "The page or file runs no scripts and loads nothing from other origins.",
    isRequired: true,
    example: "default-src 'none'; style-src 'self'",
  },
  "X-Content-Type-Options": {
    description: "Tells browsers not to guess the media type from the body.",
    isRequired: true,
    schema: v.literal("nosniff"),
    example: "nosniff",
  },
};
