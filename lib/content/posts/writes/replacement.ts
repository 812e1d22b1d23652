import { keysBeside, type StoreChanges } from "../../../store/mod.ts";
import type { AppliedCopy } from "../../working_copies/applied_copy.ts";
import { contentIfReadable, type FoundPost } from "../find_post.ts";
import { keysOf, postKey, setsOf } from "../post_record.ts";
import { revisionChanges, type RevisionOrigin, type WrittenPost } from "../post_revision.ts";

/** Returns the changes that replace a post. The second check fails if the new slug is taken. */
export function replacementOf(
  found: FoundPost,
  after: WrittenPost,
  { applied, origin, at }: Pick<AppliedCopy, "applied"> & { origin: RevisionOrigin; at: string },
): StoreChanges {
  const { data: before, version } = found.post;
  const sets = setsOf(after.post, after.content);
  const checks: NonNullable<StoreChanges["checks"]>[number][] = [{ key: postKey(before.slug), version }];
  if (after.post.slug !== before.slug) checks.push({ key: postKey(after.post.slug), exists: false });
  if (applied !== undefined) checks.push({ key: applied.key, version: applied.version });
  const content = contentIfReadable(found) ?? { html: "" };
  const former = { before: { post: before, content }, at };
  const revision = revisionChanges(after, { ...former, origin: { textOf: applied?.textOf, ...origin } });
  return {
    checks,
    sets: [...sets, ...revision.sets],
    deletes: [...keysBeside(keysOf(before), sets), ...revision.deletes, ...(applied?.deletes ?? [])],
  };
}
