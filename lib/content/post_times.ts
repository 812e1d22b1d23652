import { InvalidInputError } from "../errors.ts";
import type { ValidPostInput } from "./post_input.ts";
import { publicFrom, type StoredPost } from "./post_record.ts";

/** The times of a post that replaces another: those it does not name are the other's, and it was updated now. */
export function inheritTimes(
  valid: ValidPostInput,
  before: StoredPost,
  now: string,
): ValidPostInput & { createdAt: string } {
  const { status = "published" } = valid;
  const times = { createdAt: valid.createdAt ?? before.createdAt, updatedAt: valid.updatedAt ?? now };
  return { ...valid, ...times, ...inheritPublishedAt({ ...valid, status }, before, now) };
}

/** When a post that is changed is published. To publish a planned one is to publish it now; one whose time has come keeps that time. */
export function inheritPublishedAt(
  { status, publishedAt }: Pick<ValidPostInput, "status" | "publishedAt">,
  before: StoredPost,
  now: string,
): Pick<StoredPost, "publishedAt"> {
  const isPlanned = before.status === "scheduled" && publicFrom(before) > Date.parse(now);
  const inherited = isPlanned && status === "published" ? now : before.publishedAt;
  const time = publishedAt ?? inherited;
  return time === undefined ? {} : { publishedAt: time };
}

/** Status and time of publication. What is to be published at a time to come is scheduled. */
export function publicationOf(
  { status = "published", publishedAt }: ValidPostInput,
  now: string,
): Pick<StoredPost, "status" | "publishedAt"> {
  if (publishedAt === undefined) {
    if (status === "scheduled") {
      throw new InvalidInputError("Cannot schedule the post", [
        { pointer: "/publishedAt", message: "is needed when the status is scheduled" },
      ]);
    }
    return status === "published" ? { status, publishedAt: now } : { status };
  }
  const isToCome = status === "published" && Date.parse(publishedAt) > Date.parse(now);
  return { status: isToCome ? "scheduled" : status, publishedAt };
}
