/** What an operator can do about an error of the file system, by its code. */
const reasons: Record<string, string> = {
  EACCES: "this process has no permission for it",
  EDQUOT: "the disk quota of this user is used up",
  EIO: "the disk reports an input/output error",
  EMFILE: "this process has too many open files",
  ENAMETOOLONG: "the path is too long for the file system",
  ENFILE: "the machine has too many open files",
  ENOENT: "the file is missing; was it removed while the store was open?",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is not a directory",
  EPERM: "this process has no permission for it",
  EROFS: "the file system is read-only",
};

/** A file or directory of the store could not be read or written (see `cause`). */
export class FileStoreError extends Error {
  override name = "FileStoreError";
  /** The code of the file system's error, such as `ENOSPC`. */
  readonly code: string | undefined;

  constructor(action: string, path: string, cause: unknown) {
    const code = codeOf(cause);
    const reason = (code && reasons[code]) ?? (cause instanceof Error ? cause.message : String(cause));
    super(`${action}: ${reason} (${code === undefined ? "" : `${code}, `}${path})`, { cause });
    this.code = code;
  }
}

/** The code of an error of the file system, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
