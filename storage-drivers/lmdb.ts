import { rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type * as Lmdb from "lmdb";
import { choice, clockCheck, fields, flag } from "../lib/base/input/check_options.ts";
import { type Clock, systemClock } from "../lib/base/time/clock.ts";
import type { AtomicDriver } from "../lib/store/mod.ts";
import type { Compaction } from "./directory/compaction.ts";
import { directoryRule, makeDirectory } from "./directory/make_directory.ts";
import { FileStoreError } from "./directory/file_store_error.ts";
import { CountersEnvironment } from "./lmdb/environments/counters_environment.ts";
import { compactEnvironments } from "./lmdb/environments/compact_environments.ts";
import { DamagedFileError } from "./lmdb/damage/damaged_file_error.ts";
import { findFileDamage } from "./lmdb/damage/find_file_damage.ts";
import { isUnfinishedFile } from "./lmdb/damage/is_unfinished_file.ts";
import { isLmdbFile } from "./lmdb/damage/is_lmdb_file.ts";
import { openReadOnlyCounters } from "./lmdb/environments/read_only_counters.ts";
import { LmdbEngine } from "./lmdb/lmdb_engine.ts";
import type { LmdbEngineParts } from "./lmdb/lmdb_engine_parts.ts";
import { loadLmdb } from "./lmdb/load_lmdb.ts";
import { MainEnvironment } from "./lmdb/environments/main_environment.ts";
import { type Environments, shareEnvironments } from "./lmdb/environments/shared_environments.ts";
import { identityOf } from "./opening/share_store.ts";
import { readOnlyOperations, refuseWrite } from "./directory/read_only_operations.ts";
import { OpenedPlace } from "./directory/opened_place.ts";
import { refuseForeignFiles, refuseMissingStore } from "./directory/refuse_foreign_files.ts";
import { systemErrorCode } from "./directory/system_error_text.ts";
import { unstorageDriver } from "./unstorage_driver.ts";

export type { Compaction } from "./directory/compaction.ts";
export { DamagedFileError } from "./lmdb/damage/damaged_file_error.ts";
export { MissingStoreError } from "./opening/missing_store_error.ts";

/** Options of {@link lmdbDriver}. */
export interface LmdbDriverOptions {
  /** The store's directory. It is created if it does not exist. */
  path: string;
  /**
   * Failures that an acknowledged commit survives. `power-loss`: also a crash of the machine. `process-crash`: any end of the process; a crash
   * of the machine can undo the last commits. Commits that only count requests are flushed once a second with both. Default: `power-loss`.
   */
  durability?: "process-crash" | "power-loss";
  /** Opens an existing store for reading only, also on a read-only file system. Every commit fails. Default: false. */
  readOnly?: boolean;
  /** False refuses a store that does not exist, and creates nothing. Default: true. */
  create?: boolean;
  /** Determines when records expire. Default: the system's clock. */
  clock?: Clock;
}

/** A store in LMDB. */
export interface LmdbDriver extends AtomicDriver {
  /**
   * Copies the current records of the store into a new directory, while processes write to it. {@link lmdbDriver} opens the copy. The request
   * counters are copied last. The copy has nothing of deleted records.
   *
   * @throws {FileStoreError} if the directory cannot be written
   */
  copyTo(directory: string): Promise<void>;
  /**
   * Replaces the files of the store by a copy without the pages of deleted records, which LMDB otherwise keeps in its file. The disk needs free space for
   * all records. Nothing else may use the store. Afterwards, this driver can only be disposed of.
   *
   * @throws {Error} if another process has the store open, or this driver is read-only
   * @throws {FileStoreError} if the disk is full, or the directory cannot be written
   */
  compact(): Promise<Compaction>;
}

const defaultDurability = "power-loss";

const optionsCheck = fields<LmdbDriverOptions>(
  {
    path: directoryRule,
    durability: choice("process-crash", "power-loss"),
    readOnly: flag,
    create: flag,
    clock: clockCheck,
  },
  ["path"],
);

/**
 * Stores all data in an LMDB environment: ACID, in one directory, shared by any number of processes on one host. Scope `host`.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {OptionalPackageError} if the package `lmdb` is not installed, fails to load, or was bundled
 * @throws {MissingStoreError} if the store does not exist, and `create` is false
 * @throws {FileStoreError} if the directory cannot be read or written
 * @throws {ForeignFilesError} if the directory holds files of another program, and no store
 * @throws {DamagedFileError} if the file `data.mdb` was cut short or emptied, or its first pages are damaged
 * @throws {Error} if the directory's `data.mdb` is not an LMDB file
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { lmdbDriver } from "postern/storage-drivers/lmdb";
 *
 * const api = createPublicApi({ storage: lmdbDriver({ path: ".postern/data" }) });
 * ```
 */
export function lmdbDriver(options: LmdbDriverOptions): LmdbDriver {
  optionsCheck(options, { action: "open the store", option: "" });
  const { open } = loadLmdb();
  if (options.create === false && !isStore(options.path)) refuseMissingStore(resolve(options.path), isOwn);
  try {
    return options.readOnly === true ? openReadOnly(options, open) : openToWrite(options, open);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    throw new FileStoreError("Cannot open the store", resolve(options.path), error);
  }
}

/** True for a directory with a file of LMDB. The counters alone are the rest of a lost store. */
function isStore(path: string): boolean {
  return [join(path, "data.mdb"), join(path, "counters", "data.mdb")].some((file) => sizeOf(file) > 0);
}

/** Removes the file of a store whose first start was interrupted. The counters are created after the file is on the disk. */
function removeUnfinished(path: string): void {
  const file = join(path, "data.mdb");
  if (sizeOf(file) === 0 || sizeOf(join(path, "counters", "data.mdb")) > 0) return;
  if (isUnfinishedFile(file)) rmSync(file);
}

function openToWrite({ path, ...options }: LmdbDriverOptions, open: typeof Lmdb.open): LmdbDriver {
  const { durability = defaultDurability, clock = systemClock } = options;
  makeDirectory(path);
  removeUnfinished(path);
  refuseUnreadable(resolve(path));
  const openBoth = (): Environments => {
    const main = new MainEnvironment(path, open, { durability });
    const options = { openEnvironment: open, main, now: clock.now() };
    return { main, counters: CountersEnvironment.open({ path: join(path, "counters"), ...options }) };
  };
  const file = join(path, "data.mdb");
  const identity = identityOf(file);
  const { main, counters, close: release } = shareEnvironments({ file, open: openBoth });
  const files = [file, join(path, "counters", "data.mdb")];
  const place = new OpenedPlace(path, files, { isKeptOpen: true });
  // A compaction can have replaced the file while it was opened.
  if (identity !== "" && identityOf(file) !== identity) {
    place.release();
    void release();
    place.refuse("was replaced");
  }
  const engine = new LmdbEngine({ main, counters, durability, clock, place, close: release });
  const close = async (): Promise<void> => {
    try {
      await engine.close();
    } catch (error) {
      throw new FileStoreError("Cannot close the store", resolve(path), error);
    }
  };
  const compact = async (): Promise<Compaction> => {
    try {
      return await compactEnvironments({ path, main, counters });
    } catch (error) {
      throw new FileStoreError("Cannot compact the store", resolve(path), error);
    }
  };
  return { ...unstorageDriver("lmdb", engine, close), copyTo: copyOf({ main, counters }), compact };
}

function openReadOnly({ path, ...options }: LmdbDriverOptions, open: typeof Lmdb.open): LmdbDriver {
  const { durability = defaultDurability, clock = systemClock } = options;
  // Fails if the file is missing. Otherwise LMDB would create the directory.
  statSync(join(path, "data.mdb"));
  refuseUnreadable(resolve(path));
  const main = new MainEnvironment(path, open, { durability, readOnly: true });
  const counters = openReadOnlyCounters({
    path: join(path, "counters"),
    openEnvironment: open,
    main: main.root,
  });
  const place = new OpenedPlace(path, [join(path, "data.mdb")]);
  const closeBoth = async (): Promise<void> => {
    await main.close();
    await counters.close();
  };
  const engine = new LmdbEngine({ main, counters, durability, clock, place, close: closeBoth });
  const atomic = readOnlyOperations(engine);
  return {
    ...unstorageDriver("lmdb", atomic, () => engine.close()),
    copyTo: copyOf({ main, counters }),
    compact: refuseWrite,
  };
}

function copyOf({ main, counters }: Pick<LmdbEngineParts, "main" | "counters">): LmdbDriver["copyTo"] {
  return async (directory) => {
    try {
      await main.copyTo(directory);
      await counters.copyTo(join(directory, "counters"));
    } catch (error) {
      throw new FileStoreError("Cannot copy the store", resolve(directory), error);
    }
  };
}

/** True for names that an interrupted first start leaves. */
function isOwn(name: string): boolean {
  return /^(?:data\.mdb|lock\.mdb|counters.*)$/.test(name);
}

/** Rejects unreadable files, because LMDB ends the process if it cannot read its file. */
function refuseUnreadable(path: string): void {
  const file = join(path, "data.mdb");
  // The counters are created after the file. Without this check, a new store would replace the lost one.
  const hasCounters = sizeOf(join(path, "counters", "data.mdb")) > 0;
  if (sizeOf(file) === 0) {
    if (!hasCounters) return refuseForeignFiles(path, isOwn);
    throw new DamagedFileError(file, "it is missing or empty, but the counters of its requests still exist");
  }
  if (!isLmdbFile(file)) throw new Error(`Cannot open the store: ${file} is not an LMDB file`);
  const damage = findFileDamage(file);
  if (damage !== undefined) throw new DamagedFileError(file, damage);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
