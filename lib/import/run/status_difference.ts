import type { PostInput, StoredPost } from "../../content/mod.ts";
import { toMilliseconds } from "../../base/time/timestamp.ts";
import type { ImportNote } from "../import_item.ts";

/** Returns a note if an imported post has another status, or another schedule, than its source. */
export function statusDifference(
  { status: named, publishedAt: date }: PostInput,
  { status, publishedAt }: StoredPost,
): Pick<ImportNote, "category" | "text"> | undefined {
  if (named === "scheduled" && status === "draft") {
    return { category: "missed-schedule", text: "the time of its schedule has passed, so it is a draft" };
  }
  if (named !== undefined || status === "published") return undefined;
  if (status !== "scheduled") {
    const state = status === "draft" ? "a draft" : "archived";
    return { category: "status-kept", text: `the source has no status, so it stays ${state}` };
  }
  if (toMilliseconds(date) === toMilliseconds(publishedAt)) return undefined;
  const text = `the source has no status, so it stays scheduled for ${publishedAt}`;
  return { category: "schedule-kept", text };
}
