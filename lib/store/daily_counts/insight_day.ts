/** Classes of HTTP statuses in counts. `304` is not part of `3xx`. */
export const statusClasses = ["2xx", "304", "3xx", "4xx", "5xx"] as const;

/** Class of an HTTP status. */
export type StatusClass = (typeof statusClasses)[number];

/** Numbers of responses with 2xx, 304, other 3xx, 4xx and 5xx. */
export type StatusCounts = [
  ok: number,
  notModified: number,
  redirected: number,
  refused: number,
  failed: number,
];

/** Key of requests without a key, or with a key that is not genuine. */
export const noKey = "none";

/** Key of requests with one of the rarer keys, which are not listed. */
export const otherKeys = "others";

/** Returns true if a key in counts is an id. */
export function isKeyId(key: string): boolean {
  return key !== noKey && key !== otherKeys;
}

/** Requests to an endpoint with a key on a day. */
export interface CountedRequests {
  /** Path of the endpoint: `post/{organizationSlug}/{slug}`, or `POST knowledge-base`. All paths of the admin API are `admin`. */
  endpoint: string;
  /** Id of the key, `none` or `others`. */
  key: string;
  statuses: StatusCounts;
}

/** Refused requests with a key on a day. */
export interface CountedRefusals {
  /** Code of the problem, such as `expired-key`. */
  code: string;
  /** Id of the key if its secret was correct, else `none`, or `others`. */
  key: string;
  requests: number;
}

/** Requests for a slug on a day. */
export interface CountedSlug {
  slug: string;
  requests: number;
}

/** The requests to an organization on a UTC day. */
export interface InsightDay {
  /** The UTC day, such as `2026-11-21`. */
  date: string;
  requests: readonly CountedRequests[];
  refusals: readonly CountedRefusals[];
  /** Posts that were read, the most frequent first, at most 500. */
  reads: readonly CountedSlug[];
  otherReads: number;
  /** Slugs of posts that do not exist, the most frequent first, at most 200. */
  notFound: readonly CountedSlug[];
  otherNotFound: number;
}

/** Maximum number of combinations of endpoint and key on a day. The rest count as `others`. */
export const mostKeyRows = 400;

/** Maximum number of combinations of problem and key on a day. The rest count as `others`. */
export const mostRefusalRows = 200;

/** Maximum number of posts on a day. */
export const mostReads = 500;

/** Maximum number of slugs without a post on a day. */
export const mostNotFound = 200;

/** Returns the number of all responses. */
export function totalOf(statuses: StatusCounts): number {
  return statuses.reduce((sum, count) => sum + count, 0);
}
