import { statSync } from "node:fs";
import { resolve } from "node:path";
import { choice, clockCheck, fields, flag } from "../lib/base/input/check_options.ts";
import { type Clock, systemClock } from "../lib/base/time/clock.ts";
import type { AtomicDriver } from "../lib/store/mod.ts";
import type { Compaction } from "./directory/compaction.ts";
import { FileStoreError } from "./directory/file_store_error.ts";
import { fileRule } from "./directory/make_directory.ts";
import { OpenedPlace } from "./directory/opened_place.ts";
import { readOnlyOperations, refuseWrite } from "./directory/read_only_operations.ts";
import { systemErrorCode } from "./directory/system_error_text.ts";
import { MissingStoreError } from "./opening/missing_store_error.ts";
import { shareStore } from "./opening/share_store.ts";
import { loadSqlite } from "./sqlite/load_sqlite.ts";
import { type OpenedFile, openReadOnly, openToWrite } from "./sqlite/open_file.ts";
import type { SqliteLibrary } from "./sqlite/sqlite_database.ts";
import { SqliteEngine } from "./sqlite/sqlite_engine.ts";
import { toSqliteError } from "./sqlite/sqlite_store_error.ts";
import { whenFree } from "./sqlite/when_free.ts";
import { unstorageDriver } from "./unstorage_driver.ts";

export type { Compaction } from "./directory/compaction.ts";
export { MissingStoreError } from "./opening/missing_store_error.ts";

/** Options of {@link sqliteDriver}. */
export interface SqliteDriverOptions {
  /** The store's file. It is created if it does not exist. */
  path: string;
  /**
   * Guarantee for acknowledged commits. `power-loss`: they survive a crash of the machine, at the cost of a disk flush that concurrent commits
   * share. Counts of requests survive any end of the process, and a crash of the machine after a second. `process-crash`: all commits are like
   * counts. Default: `power-loss`.
   */
  durability?: "process-crash" | "power-loss";
  /** Opens an existing store for reading only, also on a read-only file system. Every commit fails. Default: false. */
  readOnly?: boolean;
  /** False refuses a store that does not exist, and creates nothing. Default: true. */
  create?: boolean;
  /** Determines when records expire. Default: the system's clock. */
  clock?: Clock;
}

/** A store in SQLite. */
export interface SqliteDriver extends AtomicDriver {
  /**
   * Rewrites the file without the pages of deleted records. The disk needs free space for all records. It blocks the event loop until it has
   * finished. Writes of other processes wait, and fail after 2 seconds.
   *
   * @throws {SqliteStoreError} if the disk is full, or another process has the lock of the file
   */
  compact(): Promise<Compaction>;
}

const optionsCheck = fields<SqliteDriverOptions>(
  {
    path: fileRule,
    durability: choice("process-crash", "power-loss"),
    readOnly: flag,
    create: flag,
    clock: clockCheck,
  },
  ["path"],
);

/**
 * Stores all data in one SQLite file with a write-ahead log, shared by any number of processes on one host. Scope `host`. The library is
 * `node:sqlite` from Node 22.13 on and in Deno, `bun:sqlite` in Bun, and otherwise the package `better-sqlite3`.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {OptionalPackageError} if the runtime has no SQLite, and the package `better-sqlite3` is not installed
 * @throws {MissingStoreError} if the store does not exist, and `create` is false
 * @throws {FileStoreError} if the file cannot be read or written
 * @throws {ForeignFilesError} if the file holds tables of another program
 * @throws {SqliteStoreError} if the file is damaged, or is not a SQLite file
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { sqliteDriver } from "postern/storage-drivers/sqlite";
 *
 * const api = createPublicApi({ storage: sqliteDriver({ path: "data.db" }) });
 * ```
 */
export function sqliteDriver(options: SqliteDriverOptions): SqliteDriver {
  optionsCheck(options, { action: "open the store", option: "" });
  const library = loadSqlite();
  const path = resolve(options.path);
  const isReadOnly = options.readOnly === true;
  if (options.create === false && isMissing(path)) throw new MissingStoreError();
  const { file, close } = explained(path, () =>
    isReadOnly ? openReadOnly(library, path) : openShared(library, path),
  );
  const { durability = "power-loss", clock = systemClock } = options;
  const place = new OpenedPlace(options.path, file.files, { isKeptOpen: true });
  const engine = new SqliteEngine({ file, durability, clock, place, close });
  const compact = async (): Promise<Compaction> => {
    try {
      return await whenFree(() => file.compact());
    } catch (error) {
      throw toSqliteError(error);
    }
  };
  return {
    ...unstorageDriver("sqlite", isReadOnly ? readOnlyOperations(engine) : engine, () => engine.close()),
    compact: isReadOnly ? refuseWrite : compact,
  };
}

function openShared(library: SqliteLibrary, path: string): OpenedFile {
  const { opened, close } = shareStore({
    kind: "sqlite",
    file: path,
    open: () => openToWrite(library, path),
  });
  return { file: opened, close };
}

function isMissing(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function explained<Result>(path: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    const known = toSqliteError(error);
    if (known !== error || systemErrorCode(error) === undefined) throw known;
    throw new FileStoreError("Cannot open the store", path, error);
  }
}
