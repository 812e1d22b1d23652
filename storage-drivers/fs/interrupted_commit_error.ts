import { FileStoreError } from "../directory/file_store_error.ts";

/** A commit has failed that is applied or may be applied later, as a whole. */
export class InterruptedCommitError extends FileStoreError {}
