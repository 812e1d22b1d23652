import type { Organization, Post } from "../../content/mod.ts";
import { lastModifiedHeader } from "../../http/mod.ts";
import { lastModified } from "../../publishing/mod.ts";
import { type Timestamp, toMilliseconds } from "../../base/time/timestamp.ts";

type Kind = "organization" | "post" | "postByCaller" | "postWithOthers";

/** Source of a response. Responses that differ for callers with a key depend on the caller. */
type Source = "post" | "organization" | "process" | "other posts" | "caller";

/**
 * Sources of the responses that show one record. Lists, sitemaps, feeds and all other responses depend on other posts, so they are left out.
 *
 * A response has `Last-Modified` only if {@link changeOf} knows the last change of each source. Without the header, clients and caches compare
 * ETags. With a date that stands still, they would keep a response that has changed.
 */
const sourcesOf: Readonly<Record<Kind, readonly Source[]>> = {
  organization: ["organization", "process"],
  post: ["post", "organization", "process"],
  postByCaller: ["post", "organization", "process", "caller"],
  postWithOthers: ["post", "organization", "process", "other posts"],
};

/** The times of a post. */
type DatedPost = Pick<Post, "changedAt" | "publishedAt" | "createdAt" | "updatedAt">;

/** A response that shows one record. */
export interface DatedResponse {
  kind: Kind;
  organization: Organization;
  post?: DatedPost;
  /** Creation of the API, in milliseconds since the epoch. Its options and its version do not change later. */
  startedAt: number;
  /** Time of the response, in milliseconds since the epoch. */
  now: number;
}

/** Returns the `Last-Modified` header: the latest change of the sources of a response. It is missing if a change is unknown. */
export function lastModifiedOf(response: DatedResponse): Record<string, string> {
  const changes = sourcesOf[response.kind].map((source) => changeOf(source, response));
  const known = changes.filter((time) => time !== undefined);
  return lastModifiedHeader(known.length < changes.length ? undefined : Math.max(...known));
}

/** Returns the time at which the header changes without a write: the earliest time in the future. `Infinity` if there is none. */
export function datedUntil({ organization, post = {}, startedAt, now }: Omit<DatedResponse, "kind">): number {
  const times = [...timesOf(post), organization.updatedAt, startedAt].map(
    (time) => toMilliseconds(time) ?? 0,
  );
  return Math.min(...times.filter((time) => time > now), Infinity);
}

function changeOf(
  source: Source,
  { organization, post = {}, startedAt, now }: DatedResponse,
): number | undefined {
  // Rounded down, so that the date is the same in the second of the start and after it.
  if (source === "process") return pastTime(Math.floor(startedAt / 1000) * 1000, now);
  if (source === "organization") return pastTime(organization.updatedAt, now);
  if (source !== "post") return undefined;
  const changedAt = pastTime(post.changedAt, now);
  // A date of the post is shown once it is past.
  return changedAt && Math.max(changedAt, ...timesOf(post).map((time) => pastTime(time, now) ?? 0));
}

function timesOf({ changedAt, publishedAt, createdAt, updatedAt }: DatedPost): Timestamp[] {
  return [changedAt, publishedAt, createdAt, updatedAt];
}

/** Returns a valid time that is not in the future. */
function pastTime(time: Timestamp, now: number): number | undefined {
  return lastModified({ updatedAt: time }, now);
}
