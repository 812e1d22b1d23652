import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { open, RootDatabase } from "lmdb";
import { makeDirectory } from "../make_directory.ts";
import { privateFile } from "../private_files.ts";
import { syncDirectorySync } from "../fs/sync.ts";
import { bootId } from "./boot_id.ts";
import { copyEnvironment } from "./copy_environment.ts";
import { findFileDamage } from "./find_file_damage.ts";
import { directoryOptions } from "./directory_options.ts";
import { isLmdbFile } from "./is_lmdb_file.ts";
import { RecordStore } from "./record_store.ts";

/** Says of which start of the machine the counters are. */
const bootFile = "boot_id";
/** Is there while no process has the counters open and all of them are on the disk. */
const flushedFile = "flushed";

/** How the counters of a store are opened. */
export interface CountersOptions {
  path: string;
  /** The function `open` of the package `lmdb`. */
  openEnvironment: typeof open;
  /** The store's main environment. */
  main: RootDatabase;
  /** Whether this process adds counters to these, and not to `main`. */
  isUsed: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The counters of an open store. */
export interface Counters {
  readonly records: RecordStore;
  /** Runs an action while no other process writes to the counters. All that it writes happens, or nothing. */
  transact<Result>(action: () => Result): Result;
  /** Copies the counters as they are now into a new directory. */
  copyTo(directory: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * The LMDB environment of the counters: it never waits for the disk. After the machine stopped without the counters having been
 * flushed, its pages may be of different times, and LMDB would end the process over them: then it is set aside unread.
 */
export class CountersEnvironment implements Counters {
  readonly records: RecordStore;
  readonly #root: RootDatabase;
  readonly #path: string;

  private constructor(path: string, openEnvironment: typeof open) {
    makeDirectory(path);
    this.#path = path;
    this.#root = openEnvironment({ ...directoryOptions, path, maxDbs: 2, noSync: true });
    this.records = new RecordStore(this.#root, { file: join(path, "data.mdb"), hasChecksums: false });
  }

  /** Opens the counters of a store. Processes that open them at once wait for each other, by a transaction of `main`. */
  static open({ path, openEnvironment, main, isUsed, now }: CountersOptions): CountersEnvironment {
    return main.transactionSync(() => {
      const damage = findCountersDamage(path);
      if (damage !== undefined) setAside(path, damage, now);
      const counters = new CountersEnvironment(path, openEnvironment);
      // To have read is what others see of this process.
      const isEmpty = counters.records.isEmpty();
      // Where there are none and none will be added, there is nothing to lose.
      counters.transact(() => (isEmpty && !isUsed ? counters.#flush() : counters.#begin()));
      return counters;
    });
  }

  transact<Result>(action: () => Result): Result {
    return this.#root.transactionSync(action);
  }

  async copyTo(directory: string): Promise<void> {
    await copyCounters(this.#root, directory);
  }

  /** Who closes the counters last flushes them, so that they outlast a restart of the machine. */
  async close(): Promise<void> {
    try {
      this.transact(() => this.#flush());
    } finally {
      await this.#root.close();
    }
  }

  /** From now on the counters may differ from what is on the disk: that is on the disk first. */
  #begin(): void {
    rmSync(join(this.#path, flushedFile), { force: true });
    writeFileSync(join(this.#path, bootFile), bootId(), { mode: privateFile });
    syncDirectorySync(this.#path);
  }

  #flush(): void {
    if (!this.#isAlone()) return;
    syncFile(join(this.#path, "data.mdb"));
    writeFileSync(join(this.#path, flushedFile), "", { mode: privateFile });
    syncDirectorySync(this.#path);
  }

  /** Whether no one else has the counters open: each who has is a line of numbers in the list of readers. */
  #isAlone(): boolean {
    this.#root.readerCheck();
    const lines = this.#root.readerList().split("\n");
    return lines.filter((line) => /^\d+ /.test(line.trim())).length <= 1;
  }
}

/** Copies an environment of counters. The copy is on the disk, and no process has it open. */
export async function copyCounters(root: RootDatabase, directory: string): Promise<void> {
  await copyEnvironment(root, directory);
  writeFileSync(join(directory, flushedFile), "", { mode: privateFile });
  syncDirectorySync(directory);
}

/** What forbids to open the counters, if anything. To be refused by LMDB would end the process. */
export function findCountersDamage(path: string): string | undefined {
  const file = join(path, "data.mdb");
  if (!existsSync(file) || statSync(file).size === 0) return undefined;
  if (!isLmdbFile(file)) return "their file is not one of LMDB";
  const isOnDisk = existsSync(join(path, flushedFile)) || readIfThere(join(path, bootFile)) === bootId();
  return isOnDisk ? findFileDamage(file) : "the machine stopped before they were on its disk";
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function setAside(path: string, reason: string, now: number): void {
  const kept = `${path}.damaged-${now}`;
  renameSync(path, kept);
  process.emitWarning(
    `Cannot use the counters of ${path}: ${reason}. They were moved to ${kept}; quotas and usage begin anew, all else is untouched`,
    { code: "POSTERN_COUNTERS_SET_ASIDE" },
  );
}

function syncFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
