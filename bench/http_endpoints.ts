import type { ServingKeys } from "./seed_for_serving.ts";

/** A measured request. */
export interface Endpoint {
  name: string;
  path: string;
  status: number;
  method?: "POST";
  headers?: (keys: ServingKeys, etag: string) => Record<string, string>;
  body?: string;
  connections: number;
  /** Turns off the limit of failed attempts, which would stop the client that measures the 401. */
  failures?: "unlimited";
  /** Minimum length of a round in seconds, for slow responses. */
  leastSeconds?: number;
}

const root = "/api/public/v1";
const post = `${root}/post/acme/hello`;
const many = 32;

/** The measured requests. Their names select them. */
export const endpoints: readonly Endpoint[] = [
  {
    name: "post, with key",
    path: post,
    status: 200,
    headers: ({ live }) => ({ "x-api-key": live }),
    connections: many,
  },
  { name: "post, without key", path: post, status: 200, connections: many },
  {
    name: "304, with key",
    path: post,
    status: 304,
    headers: ({ live }, etag) => ({ "x-api-key": live, "if-none-match": etag }),
    connections: many,
  },
  {
    name: "304, without key",
    path: post,
    status: 304,
    headers: (_keys, etag) => ({ "if-none-match": etag }),
    connections: many,
  },
  { name: "list of 50", path: `${root}/post/acme`, status: 200, connections: many },
  { name: "sitemap", path: `${root}/sitemap/large`, status: 200, connections: 2, leastSeconds: 5 },
  {
    name: "knowledge POST",
    path: `${root}/knowledge-base`,
    status: 201,
    method: "POST",
    headers: ({ live }) => ({ "x-api-key": live, "content-type": "application/json" }),
    body: JSON.stringify({ text: "What the office hours are: nine to five. ".repeat(12) }),
    connections: many,
  },
  {
    name: "429, used up",
    path: post,
    status: 429,
    headers: ({ usedUp }) => ({ "x-api-key": usedUp }),
    connections: many,
  },
  {
    name: "401, unknown key",
    path: post,
    status: 401,
    headers: ({ unknown }) => ({ "x-api-key": unknown }),
    connections: many,
    failures: "unlimited",
  },
];
