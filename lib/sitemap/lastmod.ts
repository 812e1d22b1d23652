import { type Timestamp, toMilliseconds } from "../timestamp.ts";

/** The timestamps that a sitemap entry's freshness comes from. */
export interface Freshness {
  updatedAt?: Timestamp;
  createdAt?: Timestamp;
}

/**
 * When a post last changed, in milliseconds since the epoch (spec, "Sitemap rules" 1 and 2):
 * `updatedAt` when it is present and valid, otherwise `createdAt`; undefined when neither is valid.
 *
 * A timestamp is valid when it means an instant after 1970-01-01T00:00:00Z and not after `now`:
 * no post was changed at the epoch or in the future.
 *
 * @example
 * ```ts
 * import { lastModified } from "postern/sitemap";
 *
 * const now = Date.parse("2026-06-01T00:00:00Z");
 * lastModified({ updatedAt: "soon", createdAt: "2026-05-01" }, now); // 1777593600000
 * ```
 */
export function lastModified(post: Freshness, now: number): number | undefined {
  return validTime(post.updatedAt, now) ?? validTime(post.createdAt, now);
}

function validTime(timestamp: Timestamp, now: number): number | undefined {
  const time = toMilliseconds(timestamp);
  return time !== undefined && time > 0 && time <= now ? time : undefined;
}

/** The latest valid timestamp of posts, in milliseconds since the epoch; undefined when there is none. */
export function latestModified(posts: readonly Freshness[], now: number): number | undefined {
  return posts
    .map((post) => lastModified(post, now))
    .reduce((latest, time) => ((time ?? 0) > (latest ?? 0) ? time : latest), undefined);
}

/**
 * The `lastmod` of the root entry (spec, "Sitemap rules" 3): the latest valid timestamp of the
 * posts, or the current time when there are no posts; undefined when there are posts and none has a valid one.
 */
export function rootLastModified(posts: readonly Freshness[], now: number): number | undefined {
  return posts.length === 0 ? now : latestModified(posts, now);
}
