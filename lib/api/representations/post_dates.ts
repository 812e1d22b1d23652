import type { Post } from "../../content/mod.ts";
import { lastModified } from "../../publishing/mod.ts";
import { toMilliseconds } from "../../base/time/timestamp.ts";

/** The dates of a post in JSON-LD, heads of pages, sitemaps and feeds, in milliseconds since the epoch. Undefined if unknown. */
export interface PostDates {
  /** `publishedAt`, or else `createdAt`. Dates in the future are left out. */
  published: number | undefined;
  /** `updatedAt`. Left out in the future, and before the publication. */
  modified: number | undefined;
  /** `updatedAt`, or else `createdAt`. Dates in the future are left out. */
  lastmod: number | undefined;
}

/** Returns the dates of a post that a page, a sitemap or a feed shows at `now`, so that they never contradict each other. */
export function postDates(post: Post, now: number): PostDates {
  const { publishedAt, createdAt, updatedAt, isPublicationDateUnknown = false } = post;
  const stated = lastModified({ updatedAt }, now);
  const start = isPublicationDateUnknown
    ? undefined
    : (toMilliseconds(publishedAt) ?? toMilliseconds(createdAt));
  return {
    published: lastModified({ updatedAt: publishedAt, createdAt }, now),
    modified: stated !== undefined && stated >= (start ?? stated) ? stated : undefined,
    lastmod: lastModified(post, now),
  };
}
