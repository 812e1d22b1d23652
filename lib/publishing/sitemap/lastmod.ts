import { type Timestamp, toMilliseconds } from "../../base/time/timestamp.ts";

/** The timestamps that determine the `lastmod` of a sitemap entry. */
export interface Freshness {
  updatedAt?: Timestamp;
  createdAt?: Timestamp;
}

/**
 * Returns the time of a post's last change, in milliseconds since the epoch (spec, "Sitemap rules" 1 and 2).
 * This is `updatedAt` if it is valid, otherwise `createdAt` if it is valid, otherwise undefined.
 *
 * A timestamp is valid if it is after 1970-01-01T00:00:00Z and not after `now`, because no post was changed at the epoch
 * or in the future.
 */
export function lastModified(post: Freshness, now: number): number | undefined {
  return validTime(post.updatedAt, now) ?? validTime(post.createdAt, now);
}

function validTime(timestamp: Timestamp, now: number): number | undefined {
  const time = toMilliseconds(timestamp);
  return time !== undefined && time > 0 && time <= now ? time : undefined;
}

/** Returns the latest valid timestamp of posts in milliseconds since the epoch, or undefined if all are invalid. */
export function latestModified(posts: readonly Freshness[], now: number): number | undefined {
  return posts
    .map((post) => lastModified(post, now))
    .reduce((latest, time) => ((time ?? 0) > (latest ?? 0) ? time : latest), undefined);
}

/**
 * Returns the `lastmod` of the root entry (spec, "Sitemap rules" 3): the latest valid timestamp of the posts.
 * Without posts it is the current time. If no post has a valid timestamp, it is undefined.
 */
export function rootLastModified(posts: readonly Freshness[], now: number): number | undefined {
  return posts.length === 0 ? now : latestModified(posts, now);
}
