import { systemErrorCode, systemErrorText } from "./system_error_text.ts";

/** A file or directory of the store could not be read or written (see `cause`). */
export class FileStoreError extends Error {
  override name = "FileStoreError";
  /** The code of the file system's error, such as `ENOSPC`. */
  readonly code: string | undefined;

  constructor(action: string, path: string, cause: unknown) {
    super(`${action}: ${systemErrorText(cause, path)}`, { cause });
    this.code = systemErrorCode(cause);
  }
}
