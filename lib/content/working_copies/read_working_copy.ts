import { given } from "../../base/given.ts";
import type { Store, Stored, KeyPart } from "../../store/mod.ts";
import { postTag } from "../posts/writes/post_tag.ts";
import type { WorkingCopyText } from "../posts/post_forms.ts";
import { PreconditionFailedError } from "../../base/errors.ts";

/** The stored record of a working copy. */
export interface StoredWorkingCopy extends WorkingCopyText {
  /** Number of the post's revision that it started from. */
  baseRevision: number;
  /** RFC 3339. */
  at: string;
  /** Id of the user who saved it, if known. */
  by?: string;
  /** Id of the API key that the user saved it with. */
  via?: string;
}

/** The unpublished changes of a post. */
export interface WorkingCopy extends StoredWorkingCopy {
  /** Changes with every save. It is the value for `ifMatch`. */
  version: string;
  /** Tag of the post that it started from. */
  baseTag: string;
}

/** Separates the tag of the base and the version of the working copy, in the version of a text. */
export const textSeparator = "~";

/** Returns the version of a text with unpublished changes. */
export function versionOfCopy({ baseTag, version }: WorkingCopy): string {
  return `${baseTag}${textSeparator}${version}`;
}

/** The user who saved a working copy, and the time. Lists read it instead of the text. */
export type CopyMark = Pick<StoredWorkingCopy, "at" | "by" | "via">;

/** Returns the mark of a working copy. */
export function markOf({ at, by, via }: StoredWorkingCopy): CopyMark {
  return { at, ...given({ by, via }) };
}

export const workingCopyKey = (postId: number): KeyPart[] => ["working-copy", postId];
export const copyMarkKey = (postId: number): KeyPart[] => ["copy-mark", postId];

/** Returns the keys of the records of a working copy. */
export const copyKeys = (postId: number): KeyPart[][] => [workingCopyKey(postId), copyMarkKey(postId)];

/** Reads the marks of working copies in one round trip, by the ids of the posts. Damaged marks are left out. */
export async function readCopyMarks(
  store: Store,
  organizationSlug: string,
  postIds: readonly number[],
): Promise<Map<number, CopyMark>> {
  const partition = ["org", organizationSlug];
  const distinct = [...new Set(postIds)];
  const found = await store.getReadable<CopyMark[]>(
    distinct.map((id) => ({ partition, key: copyMarkKey(id) })),
  );
  return new Map(
    distinct.flatMap((id, index) => {
      const mark = found[index];
      return mark ? [[id, mark.data] as const] : [];
    }),
  );
}

/** Returns the records of a working copy. */
export function copySets(
  postId: number,
  copy: StoredWorkingCopy,
): [{ key: KeyPart[]; data: StoredWorkingCopy }, { key: KeyPart[]; data: CopyMark }] {
  return [
    { key: workingCopyKey(postId), data: copy },
    { key: copyMarkKey(postId), data: markOf(copy) },
  ];
}

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

/** Creates the error of a working copy whose post has another text now. */
export function postChanged(action: string, current: WorkingCopy | null): WorkingCopyConflictError {
  return new WorkingCopyConflictError(
    `${action}: the text of the post has changed since the working copy was started`,
    current,
  );
}

/** The working copy, or the text of the post that it started from, has changed since the caller read it. Over HTTP: 412. */
export class WorkingCopyConflictError extends PreconditionFailedError {
  override name = "WorkingCopyConflictError";
  /** The stored working copy, or null if there is none. */
  readonly current: WorkingCopy | null;

  constructor(message: string, current: WorkingCopy | null) {
    super(message);
    this.current = current;
  }
}
