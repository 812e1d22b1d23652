import { InvalidInputError } from "../errors.ts";
import type { ValidPostInput } from "./post_input.ts";
import type { StoredPost } from "./post_record.ts";

/** The times of a post that replaces another: those it does not name are the other's, and it was updated now. */
export function inheritTimes(
  valid: ValidPostInput,
  before: StoredPost,
  now: string,
): ValidPostInput & { createdAt: string } {
  const isPublishedNow = before.status === "scheduled" && (valid.status ?? "published") === "published";
  const publishedAt = valid.publishedAt ?? (isPublishedNow ? now : before.publishedAt);
  const times = { createdAt: valid.createdAt ?? before.createdAt, updatedAt: valid.updatedAt ?? now };
  return publishedAt === undefined ? { ...valid, ...times } : { ...valid, ...times, publishedAt };
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
