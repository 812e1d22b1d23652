import { PreconditionFailedError } from "../../base/errors.ts";
import type { WorkingCopy } from "./working_copy_record.ts";

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
