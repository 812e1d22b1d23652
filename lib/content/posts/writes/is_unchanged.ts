import type { WrittenFields } from "./complete_post.ts";
import { contentIfReadable, type FoundPost } from "../find_post.ts";
import { changedFields, type WrittenPost } from "../post_revision.ts";
import { keepsUpdatedAt } from "../post_times.ts";

/** True if a write of these fields at `now` changes nothing of a post. */
export function isUnchanged(
  found: FoundPost,
  written: WrittenPost,
  { fields, now }: { fields: WrittenFields; now: string },
): boolean {
  const { data: post } = found.post;
  const content = contentIfReadable(found);
  return (
    content !== undefined &&
    keepsUpdatedAt(fields, post, now) &&
    changedFields({ post, content }, written).length === 0
  );
}
