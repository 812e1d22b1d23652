import type { Store, Stored } from "../../store/mod.ts";
import { postTag } from "../posts/writes/post_precondition.ts";
import { WorkingCopyConflictError } from "./working_copy_conflict_error.ts";
import { type StoredWorkingCopy, type WorkingCopy, workingCopyKey } from "./working_copy_record.ts";

/** Reads the working copy of a post, or null. */
export async function readWorkingCopy(
  store: Store,
  organizationSlug: string,
  postId: number,
): Promise<WorkingCopy | null> {
  const location = { partition: ["org", organizationSlug], key: workingCopyKey(postId) };
  const found = await store.get<StoredWorkingCopy>(location);
  return found && toWorkingCopy(postId, found);
}

/** Adds the version and the tag of the base to a stored record. */
export function toWorkingCopy(
  id: number,
  { data, version }: Pick<Stored<StoredWorkingCopy>, "data" | "version">,
): WorkingCopy {
  return { ...data, version, baseTag: postTag({ id, revision: data.baseRevision }) };
}

/** Creates the error of a working copy that is not the expected one. */
export function copyChanged(action: string, current: WorkingCopy | null): WorkingCopyConflictError {
  const state =
    current === null
      ? "there is none any more"
      : `it has changed since you read it. Its version is now "${current.version}"`;
  return new WorkingCopyConflictError(`${action}: ${state}`, current);
}
