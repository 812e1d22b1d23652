import type { KeyPart } from "../../store/mod.ts";
import type { WorkingCopyText } from "../posts/post_forms.ts";

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

export const workingCopyKey = (postId: number): KeyPart[] => ["working-copy", postId];
