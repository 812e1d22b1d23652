import * as v from "valibot";
import type { HeaderDescription } from "../../openapi/mod.ts";

const text = v.string();

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
    description: "Who may keep the answer, and for how long (RFC 9111).",
    isRequired: true,
    schema: text,
    example: "public, max-age=60, stale-while-revalidate=600",
  },
  Vary: {
    description:
      "The request headers that the answer depends on: `x-api-key`, `accept` where it can have another media type, and `origin` where the API lets only some origins read it.",
    isRequired: true,
    schema: text,
    example: "accept, x-api-key",
  },
  "Access-Control-Allow-Origin": {
    description:
      "The origin whose pages may read the response. `*`, with or without `Origin` in the request, unless the API lets only some origins read it.",
    isRequired: false,
    schema: text,
    example: "*",
  },
  ETag: {
    description: "A strong validator: another exactly when the bytes are others.",
    isRequired: true,
    schema: text,
    example: '"2b1bCzcQLDcDZxfn0Q8vPuUp"',
  },
  "Last-Modified": {
    description: "The last change, rounded up to the second, where it is known.",
    isRequired: false,
    schema: text,
    example: "Fri, 01 May 2026 12:30:00 GMT",
  },
  Age: {
    description:
      "Seconds since the post was last confirmed. Only in a post that is served while the store is unreachable.",
    isRequired: false,
    schema: v.pipe(v.number(), v.integer(), v.minValue(0)),
    example: 120,
  },
  Link: {
    description: 'The address of the next page, with `rel="next"`; absent on the last one.',
    isRequired: false,
    schema: text,
    example: '</api/public/v1/post/acme?limit=1&cursor=WyJ0Il0>; rel="next"',
  },
  RateLimit: {
    description: "What is left of the key's quota: `r` requests, for `t` seconds. In every answer to a key.",
    isRequired: false,
    schema: text,
    example: '"daily";r=1999;t=43210',
  },
  "RateLimit-Policy": {
    description: "The key's quota: `q` requests in `w` seconds. In every answer to a key.",
    isRequired: false,
    schema: text,
    example: '"daily";q=2000;w=86400',
  },
  "Retry-After": {
    description: "Try again after this many seconds.",
    isRequired: true,
    schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
    example: 43210,
  },
  "WWW-Authenticate": {
    description: "How to authenticate.",
    isRequired: true,
    schema: v.literal("ApiKey"),
    example: "ApiKey",
  },
  Accept: {
    description: "The media type that is supported, where another one came.",
    isRequired: false,
    schema: text,
    example: "application/json",
  },
  "Content-Security-Policy": {
    description: "The page runs no script and loads nothing of other origins.",
    isRequired: true,
    schema: text,
    example: "default-src 'none'; style-src 'self'",
  },
  "X-Content-Type-Options": {
    description: "Browsers must not guess another media type from the body.",
    isRequired: true,
    schema: v.literal("nosniff"),
    example: "nosniff",
  },
};
