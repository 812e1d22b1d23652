import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { choice, clockCheck, fields, flag, integer } from "../lib/base/input/check_options.ts";
import { type Clock, systemClock } from "../lib/base/time/clock.ts";
import { type AtomicDriver, identityAddress, newIdentity } from "../lib/store/mod.ts";
import { directoryRule, makeDirectory } from "./directory/make_directory.ts";
import {
  DirectoryLockedError,
  type DirectoryLock,
  lockDirectory,
  refuseLocked,
} from "./fs/directory_lock.ts";
import { ExpiryLog } from "./fs/expiry_log.ts";
import { FileStoreError } from "./directory/file_store_error.ts";
import { FsEngine } from "./fs/fs_engine.ts";
import { refuseUnfinished, replayIntent } from "./fs/intent.ts";
import { Journal } from "./fs/journal.ts";
import { RecordCache } from "./fs/record_cache.ts";
import { formatRecord } from "./fs/record_file.ts";
import { RecordIndex } from "./fs/record_index.ts";
import { recordPath } from "./fs/record_path.ts";
import { replaceFileSync } from "./directory/sync.ts";
import {
  beginEpoch,
  clearPending,
  makeWorkDirectory,
  type WorkDirectory,
  workDirectoryOf,
} from "./fs/work_directory.ts";
import { OpenedPlace } from "./directory/opened_place.ts";
import { readOnlyOperations } from "./directory/read_only_operations.ts";
import {
  ForeignFilesError,
  refuseForeignFiles,
  refuseMissingStore,
} from "./directory/refuse_foreign_files.ts";
import { systemErrorCode } from "./directory/system_error_text.ts";
import { unstorageDriver } from "./unstorage_driver.ts";

export { DirectoryLockedError } from "./fs/directory_lock.ts";
export { FileStoreError } from "./directory/file_store_error.ts";
export { MissingStoreError } from "./opening/missing_store_error.ts";

/** Options of {@link fsDriver}. */
export interface FsDriverOptions {
  /** Directory of the store. It is created if it does not exist. */
  path: string;
  /**
   * Failures that an acknowledged commit survives. `power-loss`: also a crash of the machine, which needs several disk flushes per batch of
   * commits. `process-crash`: only a crash of the process. Default: `power-loss`.
   */
  durability?: "process-crash" | "power-loss";
  /** Size of the record cache in characters, 0 to 1,073,741,824. Default: 67,108,864. */
  cacheCharacters?: number;
  /** Opens an existing store read-only, also on a read-only file system. Every commit fails. Default: false. */
  readOnly?: boolean;
  /** False refuses a store that does not exist, and creates nothing. Default: true. */
  create?: boolean;
  /** Decides when records expire. Default: the system's clock. */
  clock?: Clock;
}

const optionsCheck = fields<FsDriverOptions>(
  {
    path: directoryRule,
    durability: choice("process-crash", "power-loss"),
    cacheCharacters: integer(0, 1_073_741_824),
    readOnly: flag,
    create: flag,
    clock: clockCheck,
  },
  ["path"],
);

/**
 * Stores each record as a readable JSON file, in directories that you can browse and keep in git. Only one process at a time can use a
 * directory. Scope `process`.
 *
 * Change files by hand only while no process has the directory open.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 * @throws {MissingStoreError} when the store does not exist, and `create` is false
 * @throws {DirectoryLockedError} when another process uses the directory
 * @throws {FileStoreError} when the directory cannot be read or written
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { fsDriver } from "postern/storage-drivers/fs";
 *
 * const api = createPublicApi({ storage: fsDriver({ path: "data" }) });
 * ```
 */
export function fsDriver(options: FsDriverOptions): AtomicDriver {
  optionsCheck(options, { action: "open the store", option: "" });
  const { durability = "power-loss", cacheCharacters = 67_108_864, clock = systemClock } = options;
  const root = resolve(options.path);
  const readOnly = options.readOnly === true;
  if (options.create === false && !isStore(root)) refuseMissingStore(root, () => false);
  const { lock, work, epoch, place } = readOnly
    ? openReadOnly(root, options.path)
    : openDirectory(root, options.path);
  const fsync = durability === "power-loss";
  const engine = new FsEngine({
    root,
    epoch,
    durability,
    clock,
    lock,
    place,
    journal: new Journal({ root, pending: work.pending, epoch, fsync }),
    index: new RecordIndex(root, place),
    cache: new RecordCache(cacheCharacters),
    expiries: new ExpiryLog(work.expiring),
  });
  return unstorageDriver("fs", readOnly ? readOnlyOperations(engine) : engine, () => engine.close());
}

/** True for a directory with the internal files of a store, or with records alone, as in a clone by git. */
function isStore(root: string): boolean {
  return [".postern", "@1"].some((name) => existsSync(join(root, name)));
}

interface OpenedDirectory {
  lock: DirectoryLock;
  work: WorkDirectory;
  epoch: string;
  place: OpenedPlace;
}

/** Opens a directory without a lock, because a lock cannot be written on a read-only file system. */
function openReadOnly(root: string, path: string): OpenedDirectory {
  try {
    // Without this, a missing directory would look like an empty store.
    readdirSync(root);
    refuseForeign(root);
    const work = workDirectoryOf(root);
    refuseLocked(root, work.lock);
    refuseUnfinished(work.pending);
    const { file } = recordPath(root, identityAddress.partition, identityAddress.key);
    const place = new OpenedPlace(path, [existsSync(file) ? file : root]);
    return { lock: { isHeld: () => false, release: () => undefined }, work, epoch: "", place };
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    throw new FileStoreError("Cannot open the store", root, error);
  }
}

/** @param path the directory as given by the operator */
function openDirectory(root: string, path: string): OpenedDirectory {
  let lock: DirectoryLock | undefined;
  try {
    makeDirectory(root);
    refuseForeign(root);
    const work = makeWorkDirectory(root);
    lock = lockDirectory(root, work.lock);
    replayIntent(root, work.pending);
    clearPending(work);
    const epoch = beginEpoch(work);
    return { lock, work, epoch, place: new OpenedPlace(path, [identityFile(root, epoch)]) };
  } catch (error) {
    lock?.release();
    if (error instanceof DirectoryLockedError || error instanceof ForeignFilesError) throw error;
    throw new FileStoreError("Cannot open the store", root, error);
  }
}

/** Every store has records below `@1`. A copy without hidden files lacks the file of the epoch. */
function refuseForeign(root: string): void {
  if (existsSync(workDirectoryOf(root).epoch) || existsSync(join(root, "@1"))) return;
  refuseForeignFiles(root, () => false);
}

/** Returns the file with the store's id. Creates it if it is missing; in a read-only store without an id, returns the directory. */
function identityFile(root: string, epoch: string): string {
  const { directory, file } = recordPath(root, identityAddress.partition, identityAddress.key);
  if (existsSync(file)) return file;
  try {
    makeDirectory(directory);
    replaceFileSync(file, formatRecord({ version: `${epoch}-0`, value: newIdentity(randomBytes) }));
    return file;
  } catch (error) {
    if (systemErrorCode(error) === "EROFS" || systemErrorCode(error) === "EACCES") return root;
    throw error;
  }
}
