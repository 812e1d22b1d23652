import { InvalidInputError } from "../errors.ts";
import type { ValidPostInput } from "./post_input.ts";
import { toMilliseconds } from "../timestamp.ts";
import { lastChange, publicFrom, type StoredPost } from "./post_record.ts";

/** Fills in the times of a post that replaces an existing one. `updatedAt` defaults to now; the other times are kept. */
export function inheritTimes(
  valid: ValidPostInput,
  before: StoredPost,
  now: string,
): ValidPostInput & { createdAt: string } {
  const { status = "published" } = valid;
  const times = { createdAt: valid.createdAt ?? before.createdAt, updatedAt: valid.updatedAt ?? now };
  return { ...valid, ...times, ...inheritPublishedAt({ ...valid, status }, before, now) };
}

/** Returns the time of a write. It is later than that of the previous write, even if the clock was set back. */
export function changeTime(before: StoredPost | null, now: string): string {
  const previous = before && toMilliseconds(changedAtOf(before, Date.parse(now)));
  return new Date(Math.max(Date.parse(now), (previous ?? -Infinity) + 1)).toISOString();
}

/** Returns the time of the last change of a post at `now`: its last write, or its publication if that is later and has come. */
function changedAtOf(post: StoredPost, now: number): string | undefined {
  return publicFrom(post) <= now ? lastChange(post) : post.changedAt;
}

/** Returns a post with its times as they are shown at `now`. */
export function shownPost<Shown extends StoredPost>(post: Shown, now: number): Shown {
  const changedAt = changedAtOf(post, now);
  const updatedAt = updatedAtOf(post, now);
  if (changedAt === post.changedAt && updatedAt === post.updatedAt) return post;
  return changedAt === undefined ? { ...post, updatedAt } : { ...post, updatedAt, changedAt };
}

/** Returns the shown `updatedAt` of a post at `now`: a stated date, or else the last write, or the publication if that is later. */
export function updatedAtOf(post: StoredPost, now: number): string {
  const { updatedAt, publishedAt = updatedAt, isUpdatedAtStated = false } = post;
  const from = publicFrom(post);
  const isLater = post.status === "scheduled" && from <= now && from > Date.parse(updatedAt);
  return isLater && !isUpdatedAtStated ? publishedAt : updatedAt;
}

/** True if the input states an `updatedAt` of its own. An unchanged date counts as before. */
export function statesUpdatedAt(
  { updatedAt }: Pick<ValidPostInput, "updatedAt">,
  before: StoredPost | null,
): boolean {
  return updatedAt !== undefined && (updatedAt !== before?.updatedAt || before.isUpdatedAtStated === true);
}

/**
 * Returns the publication time of a changed post. Before its time, publishing a scheduled post sets it to now, and making it a draft
 * removes it. Otherwise the existing time is kept.
 */
export function inheritPublishedAt(
  { status, publishedAt }: Pick<ValidPostInput, "status" | "publishedAt">,
  before: StoredPost,
  now: string,
): Pick<StoredPost, "publishedAt"> {
  const isPlanned = before.status === "scheduled" && publicFrom(before) > Date.parse(now);
  if (isPlanned && status === "draft" && publishedAt === undefined) return {};
  const inherited = isPlanned && status === "published" ? now : before.publishedAt;
  const time = publishedAt ?? inherited;
  return time === undefined ? {} : { publishedAt: time };
}

/** Returns status and publication time. A post with a publication time in the future is scheduled. */
export function publicationOf(
  { status = "published", publishedAt }: ValidPostInput,
  now: string,
): Pick<StoredPost, "status" | "publishedAt"> {
  if (publishedAt === undefined) {
    if (status === "scheduled") {
      throw new InvalidInputError("Cannot schedule the post", [
        { pointer: "/publishedAt", message: "is required when the status is scheduled" },
      ]);
    }
    return status === "published" ? { status, publishedAt: now } : { status };
  }
  const isFuture = status === "published" && Date.parse(publishedAt) > Date.parse(now);
  return { status: isFuture ? "scheduled" : status, publishedAt };
}
