import { getSystemErrorMap } from "node:util";

/** The reason of a system error, and a remedy for the operator. */
interface SystemErrorText {
  reason: string;
  remedy?: string;
}

const permission: SystemErrorText = {
  reason: "this process has no permission for it",
  remedy: "Run Postern as the file's owner, or change its permissions",
};

const texts: Record<string, SystemErrorText> = {
  EACCES: permission,
  EDQUOT: { reason: "the disk quota of this user is used up", remedy: "Free some space, or raise the quota" },
  EIO: { reason: "the disk reports an input/output error" },
  EMFILE: {
    reason: "this process has too many open files",
    remedy: 'Raise the limit with "ulimit -n 1024", or LimitNOFILE in a systemd unit',
  },
  ENAMETOOLONG: { reason: "the path is too long for the file system" },
  ENFILE: { reason: "the machine has too many open files", remedy: "Close programs, or raise fs.file-max" },
  ENOENT: { reason: "the file or directory is missing" },
  ENOSPC: { reason: "the disk is full", remedy: "Free some space, or choose another directory" },
  ENOTDIR: { reason: "a part of the path is not a directory" },
  EPERM: permission,
  EROFS: { reason: "the file system is read-only", remedy: "Mount it writable, or choose another directory" },
};

/** Returns the code of a system error, such as `ENOENT`. Errors of LMDB have only a number, which is converted. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  if (typeof error.code === "string") return error.code;
  if (typeof error.code !== "number" || error.code <= 0) return undefined;
  return getSystemErrorMap().get(-error.code)?.[0];
}

/** Returns an error's reason, code, path and remedy: "the disk is full (ENOSPC, /data). Free some space, …". */
export function systemErrorText(error: unknown, path: string): string {
  const code = systemErrorCode(error);
  const known = code === undefined ? undefined : texts[code];
  const reason = known?.reason ?? (error instanceof Error ? error.message : String(error));
  const place = [code, path].filter((part) => part !== undefined && part !== "").join(", ");
  const remedy = known?.remedy === undefined ? "" : `. ${known.remedy}`;
  return `${reason}${place === "" ? "" : ` (${place})`}${remedy}`;
}

/** True if the system refused an operation for a reason that an operator can fix. */
export function isSystemError(error: unknown): boolean {
  const code = systemErrorCode(error);
  return code !== undefined && Object.hasOwn(texts, code) && error instanceof Error && "syscall" in error;
}
