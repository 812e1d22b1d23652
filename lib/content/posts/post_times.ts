import { InvalidInputError } from "../../base/errors.ts";
import { toMilliseconds } from "../../base/time/timestamp.ts";
import { followsSource } from "./writes/import_origin.ts";
import { statusAt } from "./lists/post_list_query.ts";
import { lastChange, publicFrom } from "./post_record.ts";
import type { StoredPost } from "./post_forms.ts";

/** Status and time of publication that a write names. A time of null is to be removed. */
export interface NamedPublication {
  status?: StoredPost["status"];
  publishedAt?: string | null;
}

/** Status and time of publication that a write stores. */
type Publication = Pick<StoredPost, "status" | "publishedAt">;

/** The post before a write, and the time of the write. */
interface PublicationContext {
  before: StoredPost | null;
  now: string;
  /** True if the post comes from another system. Its source cannot be asked again, so a time that is not allowed changes the status. */
  isImport?: boolean;
}

/**
 * Decides status and time of publication for every write of a post. Without a status, a new post is published, and an existing post keeps its
 * status. An import gives a post that follows its source the status of a new post, but never ends a schedule.
 *
 * @throws {InvalidInputError} if the post would be scheduled without a time in the future
 */
export function publicationAfter(
  { status, publishedAt }: NamedPublication,
  { before, now, isImport = false }: PublicationContext,
): Publication {
  const current = before && statusAt(before, Date.parse(now));
  const isFollowing = isImport && before !== null && followsSource(before);
  const kept = current === null || (isFollowing && current !== "scheduled") ? "published" : current;
  const wanted = status ?? kept;
  const time = publishedAt === undefined ? inheritedTime(status, before, now) : publishedAt;
  const isAhead = time !== null && Date.parse(time) > Date.parse(now);
  if (wanted === "scheduled" && !isAhead) {
    if (!isImport) throw notAhead(time, status !== undefined);
    // An import keeps a schedule that its source does not name, and a post that is public since its schedule. Any other missed schedule makes a draft.
    const isKept = status === undefined || (current === "published" && time === before?.publishedAt);
    if (before === null || !isKept) return { status: "draft", ...timeIn(time) };
    return { status: before.status, ...timeIn(before.publishedAt ?? null) };
  }
  if (wanted === "published" && time === null) return { status: wanted, publishedAt: now };
  const decided = {
    status: isAhead && wanted === "published" ? "scheduled" : wanted,
    ...timeIn(time),
  } as const;
  return withStoredStatus(decided, before, now);
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

/** A write's `updatedAt`. It is missing if the write does not name it, and null if the write restores its default. */
interface NamedUpdate {
  updatedAt?: string | null;
}

/** True if a write states an `updatedAt` of its own. An unchanged date counts as before. */
export function statesUpdatedAt({ updatedAt = null }: NamedUpdate, before: StoredPost | null): boolean {
  return updatedAt !== null && (updatedAt !== before?.updatedAt || before.isUpdatedAtStated === true);
}

/** True if a write leaves the `updatedAt` of a post as it is stored, or as it is shown at `now`. */
export function keepsUpdatedAt({ updatedAt }: NamedUpdate, before: StoredPost, now: string): boolean {
  if (updatedAt === undefined || updatedAt === before.updatedAt) return true;
  return updatedAt === null
    ? before.updatedAt === before.changedAt
    : updatedAt === updatedAtOf(before, Date.parse(now));
}

/**
 * Returns the time of publication of a write that names no time. Before its time, publishing a scheduled post sets it to now, and making it a draft
 * removes it. Otherwise the existing time is kept.
 */
function inheritedTime(
  status: StoredPost["status"] | undefined,
  before: StoredPost | null,
  now: string,
): string | null {
  const isPlanned = before?.status === "scheduled" && publicFrom(before) > Date.parse(now);
  if (isPlanned && status === "draft") return null;
  return isPlanned && status === "published" ? now : (before?.publishedAt ?? null);
}

/** Keeps the stored status if the status in force stays the same. So only a change of the status counts as one. */
function withStoredStatus(decided: Publication, before: StoredPost | null, now: string): Publication {
  if (before === null || decided.publishedAt !== before.publishedAt) return decided;
  const time = Date.parse(now);
  return statusAt(decided, time) === statusAt(before, time) ? { ...decided, status: before.status } : decided;
}

function timeIn(time: string | null): Pick<StoredPost, "publishedAt"> {
  return time === null ? {} : { publishedAt: time };
}

function notAhead(time: string | null, isNamed: boolean): InvalidInputError {
  const rule = time === null ? "is required" : "must be in the future";
  const remedy = isNamed ? "" : ". Send a status too, such as published to publish the post now";
  const message = `${rule} ${isNamed ? "when the status is scheduled" : "because the post is scheduled"}${remedy}`;
  return new InvalidInputError("Cannot schedule the post", [{ pointer: "/publishedAt", message }]);
}
