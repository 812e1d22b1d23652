import type { KeyPart, Store } from "../../store/mod.ts";
import type { CustomWrite } from "../custom_fields/custom_values.ts";
import type { FoundPost } from "../posts/find_post.ts";
import type { PutPostOptions } from "../posts/writes/post_precondition.ts";
import { postTag } from "../posts/writes/post_tag.ts";
import { postKey } from "../posts/post_record.ts";
import {
  copyChanged,
  copyKeys,
  postChanged,
  readWorkingCopy,
  versionOfCopy,
  type WorkingCopy,
  workingCopyKey,
} from "./read_working_copy.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import { isFieldOfText, type PostRevision } from "../posts/post_revision.ts";
import { readRevisions } from "../posts/read_revisions.ts";

/**
 * Returns true if a later revision changed the text of a post. Its status and its slug are not part of the text. If the later revisions are no longer
 * stored, the text counts as changed.
 */
export async function hasChangedText(
  store: Store,
  organizationSlug: string,
  { post, since }: { post: StoredPost; since: number },
): Promise<boolean> {
  if (since === post.revision) return false;
  return isChangedSince(await readRevisions(store, organizationSlug, post), post, since);
}

function isChangedSince(revisions: readonly PostRevision[], post: StoredPost, since: number): boolean {
  const later = revisions.filter(({ number }) => number > since);
  if (later.length !== post.revision - since) return true;
  return later.some(({ changed }) => changed.some(isFieldOfText));
}

/**
 * Returns true if a post without saves and without a working copy still has the text of an earlier version. Since then it was published, unpublished
 * or renamed, or its saves became a revision.
 */
export async function hasTextOf(
  store: Store,
  organizationSlug: string,
  { post, version }: { post: StoredPost; version: string },
): Promise<boolean> {
  if (post.saves !== undefined || version === postTag(post)) return false;
  const revisions = await readRevisions(store, organizationSlug, post);
  const revision = revisions.find(
    ({ number, textOf }) => textOf === version || postTag({ id: post.id, revision: number }) === version,
  );
  return revision !== undefined && !isChangedSince(revisions, post, revision.number);
}

/** The working copy that a write applies. The commit of the write checks its version, and deletes it. */
export interface AppliedCopy {
  applied?: { key: KeyPart[]; version: string; deletes: KeyPart[][]; textOf: string } | undefined;
  customWrite?: CustomWrite;
}

/**
 * Returns the working copy that the options of a write name.
 *
 * @throws {WorkingCopyConflictError} if the stored working copy has another version
 */
export async function appliedCopy(
  store: Store,
  organizationSlug: string,
  { found, options, action }: { found: FoundPost; options: PutPostOptions; action: string },
): Promise<AppliedCopy> {
  const { workingCopy: version } = options;
  if (version === undefined) return {};
  const { id } = found.post.data;
  const current = await readWorkingCopy(store, organizationSlug, id);
  if (current?.version !== version) throw copyChanged(action, current);
  return { ...appliedIn(id, current), customWrite: "copy" };
}

/** Returns the working copy of a post, to be applied. */
export function appliedIn(postId: number, copy: WorkingCopy): Required<Pick<AppliedCopy, "applied">> {
  const { version } = copy;
  const textOf = versionOfCopy(copy);
  return { applied: { key: workingCopyKey(postId), version, deletes: copyKeys(postId), textOf } };
}

/**
 * Checks that a working copy can replace the text of its post.
 *
 * @throws {WorkingCopyConflictError} if the text of the post has changed since the working copy was started
 */
export async function requireBase(
  store: Store,
  organizationSlug: string,
  { post, copy, action }: { post: StoredPost; copy: WorkingCopy; action: string },
): Promise<void> {
  const since = copy.baseRevision;
  if (await hasChangedText(store, organizationSlug, { post, since })) throw postChanged(action, copy);
}

/** Deletes a working copy that has the same text as its post. Returns false if a concurrent write changed either. */
export async function discardApplied(
  store: Store,
  organizationSlug: string,
  { found: { post }, applied }: { found: FoundPost } & Pick<AppliedCopy, "applied">,
): Promise<boolean> {
  if (applied === undefined) return true;
  const { deletes, key, version } = applied;
  const checks = [
    { key: postKey(post.data.slug), version: post.version },
    { key, version },
  ];
  const result = await store.commit(["org", organizationSlug], { checks, deletes });
  return result.committed;
}
