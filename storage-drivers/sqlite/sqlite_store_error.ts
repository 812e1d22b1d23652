/** A kind of errors of SQLite. */
interface Kind {
  code: string;
  /** SQLite's number of the kind. Codes with more detail have it in their lowest byte. */
  number: number;
  /** SQLite's own message, by which errors of Deno are recognized. They have no code. */
  message: string;
  /** The reason for operators. */
  reason: string;
  /** True if a repetition would fail, too. */
  isRefusal?: true;
}

const kinds: readonly Kind[] = [
  {
    code: "SQLITE_BUSY",
    number: 5,
    message: "database is locked",
    reason: "another process or program holds the lock of the file",
  },
  {
    code: "SQLITE_READONLY",
    number: 8,
    message: "attempt to write a readonly database",
    reason: "this process may not write the file",
    isRefusal: true,
  },
  { code: "SQLITE_IOERR", number: 10, message: "disk I/O error", reason: "the disk reports an error" },
  {
    code: "SQLITE_CORRUPT",
    number: 11,
    message: "database disk image is malformed",
    reason: "the file is damaged. Restore a backup",
    isRefusal: true,
  },
  {
    code: "SQLITE_FULL",
    number: 13,
    message: "database or disk is full",
    reason: "the disk is full",
    isRefusal: true,
  },
  {
    code: "SQLITE_CANTOPEN",
    number: 14,
    message: "unable to open database file",
    reason: "the file cannot be opened",
  },
  {
    code: "SQLITE_TOOBIG",
    number: 18,
    message: "string or blob too big",
    reason: "a value is larger than SQLite takes",
    isRefusal: true,
  },
  {
    code: "SQLITE_NOTADB",
    number: 26,
    message: "file is not a database",
    reason: "the file is not a SQLite file",
    isRefusal: true,
  },
];

/** SQLite failed (see `cause`). */
export class SqliteStoreError extends Error {
  override name = "SqliteStoreError";
  /** The name of SQLite's result code, such as `SQLITE_FULL`. Undefined for other errors. */
  readonly code: string | undefined;
  /** True if a repetition of the operation fails, too. */
  readonly isRefusal: boolean;

  constructor(cause: unknown) {
    const kind = kindOf(cause);
    const message = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot use SQLite: ${kind === undefined ? message : `${kind.reason} (${message})`}`, { cause });
    this.code = kind?.code;
    this.isRefusal = kind?.isRefusal === true;
  }
}

/** Returns the name of an error's result code. Libraries state it as a number, as a name or only in the message. */
export function sqliteCodeOf(error: unknown): string | undefined {
  return kindOf(error)?.code;
}

/** Converts an error of a library. Other errors are returned as they are. */
export function toSqliteError(error: unknown): unknown {
  return kindOf(error) === undefined ? error : new SqliteStoreError(error);
}

function kindOf(error: unknown): Kind | undefined {
  if (!(error instanceof Error) || error instanceof SqliteStoreError) return undefined;
  const { code, errcode, errno } = error as { code?: unknown; errcode?: unknown; errno?: unknown };
  const isSystemError = "syscall" in error;
  if (isSystemError) return undefined;
  const number = Number(errcode ?? errno ?? 0) & 0xff;
  return kinds.find(
    (kind) =>
      number === kind.number ||
      (typeof code === "string" && code.startsWith(kind.code)) ||
      error.message.includes(kind.message),
  );
}
