import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { open, RootDatabase } from "lmdb";
import { makeDirectory } from "../../directory/make_directory.ts";
import { privateFile } from "../../directory/private_files.ts";
import { syncDirectorySync, syncFileSync } from "../../directory/sync.ts";
import { bootId } from "../damage/boot_id.ts";
import { type CopiedEnvironment, copyEnvironment } from "./copy_environment.ts";
import { findFileDamage } from "../damage/find_file_damage.ts";
import { directoryOptions } from "./directory_options.ts";
import { isLmdbFile } from "../damage/is_lmdb_file.ts";
import { LastCommit } from "./last_commit.ts";
import type { MainEnvironment } from "./main_environment.ts";
import { CounterTotals } from "../records/counter_totals.ts";
import { RecordStore } from "../records/record_store.ts";
import { readIfPresent } from "../../directory/read_if_present.ts";

/** The file with the boot id of the machine when the counters were opened. */
const bootFile = "boot_id";
/** Exists while no process has the counters open and all of them are on the disk. */
const flushedFile = "flushed";

/** Options of {@link CountersEnvironment.open}. */
export interface CountersOptions {
  path: string;
  /** The function `open` of the package `lmdb`. */
  openEnvironment: typeof open;
  main: MainEnvironment;
  /** Current time in milliseconds since the epoch. */
  now: number;
}

/** The counters of an open store. */
export interface Counters {
  readonly records: RecordStore;
  /** Runs an action while no other process writes to the counters. Commits all of its writes, or none. */
  readonly lastCommit: Pick<LastCommit, "transactSync">;
  /** Copies the current counters into a new directory. */
  copyTo(directory: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * The LMDB environment of the counters, which never waits for the disk. If the machine stops before the counters are flushed, their pages
 * may be inconsistent, and LMDB would end the process. Such an environment is set aside unread, and the counters begin at the totals in `main`.
 */
export class CountersEnvironment implements Counters {
  readonly records: RecordStore;
  readonly root: RootDatabase;
  readonly lastCommit: LastCommit;
  readonly #path: string;
  readonly #openEnvironment: typeof open;

  private constructor(path: string, openEnvironment: typeof open) {
    makeDirectory(path);
    this.#openEnvironment = openEnvironment;
    this.#path = path;
    this.root = openEnvironment({ ...directoryOptions, path, maxDbs: 2, noSync: true });
    this.lastCommit = new LastCommit(this.root, path);
    this.records = this.lastCommit.transactSync(
      () => new RecordStore(this.root, { file: join(path, "data.mdb"), hasChecksums: false }),
    );
  }

  /** Opens the counters of a store. A transaction of `main` serializes processes that open them concurrently. */
  static open({ path, openEnvironment, main, now }: CountersOptions): CountersEnvironment {
    return main.lastCommit.transactSync(() => {
      const damage = findCountersDamage(path);
      if (damage !== undefined) setAside(path, damage, now);
      const counters = new CountersEnvironment(path, openEnvironment);
      counters.#begin(main);
      return counters;
    });
  }

  #begin({ root, file }: MainEnvironment): void {
    // A read registers this process as a reader, so that other processes notice it.
    const isEmpty = this.records.isEmpty();
    this.lastCommit.transactSync(() => {
      this.#markUnflushed();
      if (!isEmpty) return;
      new CounterTotals(root).restoreInto(this.records, new RecordStore(root, { file, hasChecksums: true }));
    });
  }

  async copyTo(directory: string): Promise<void> {
    const { root, lastCommit } = this;
    const openDatabases: CopiedEnvironment["openDatabases"] = (action) =>
      this.lastCommit.transactSync(action);
    await copyCounters(
      { root, lastCommit, openEnvironment: this.#openEnvironment, openDatabases },
      directory,
    );
  }

  /** Closes the counters. The last process to close them flushes them, so that they survive a restart of the machine. */
  async close(): Promise<void> {
    try {
      this.lastCommit.transactSync(() => this.#flush());
    } finally {
      await this.root.close();
    }
  }

  /** Records on the disk that the counters in memory may differ from those on the disk. */
  #markUnflushed(): void {
    const file = join(this.#path, bootFile);
    if (readIfPresent(file) !== bootId()) {
      // Replaced at once, because a read-only process reads it without a lock.
      writeFileSync(`${file}.new`, bootId(), { mode: privateFile });
      renameSync(`${file}.new`, file);
    }
    rmSync(join(this.#path, flushedFile), { force: true });
    syncDirectorySync(this.#path);
  }

  #flush(): void {
    if (!this.#isAlone()) return;
    syncFileSync(join(this.#path, "data.mdb"), "r+");
    writeFileSync(join(this.#path, flushedFile), "", { mode: privateFile });
    syncDirectorySync(this.#path);
  }

  /** True if no other process has the counters open. Each process is a line of numbers in the reader list. */
  #isAlone(): boolean {
    this.root.readerCheck();
    const lines = this.root.readerList().split("\n");
    return lines.filter((line) => /^\d+ /.test(line.trim())).length <= 1;
  }
}

/** Copies an environment of counters and marks the copy as flushed. */
export async function copyCounters(counters: CopiedEnvironment, directory: string): Promise<void> {
  await copyEnvironment(counters, directory);
  writeFileSync(join(directory, flushedFile), "", { mode: privateFile });
  syncDirectorySync(directory);
}

/** Returns the reason not to open the counters, if any. If LMDB opened a damaged file, it would end the process. */
export function findCountersDamage(path: string): string | undefined {
  const file = join(path, "data.mdb");
  if (!existsSync(file) || statSync(file).size === 0) return undefined;
  if (!isLmdbFile(file)) return "the file is not an LMDB file";
  const isOnDisk = existsSync(join(path, flushedFile)) || readIfPresent(join(path, bootFile)) === bootId();
  return isOnDisk ? findFileDamage(file) : "the machine stopped before they were written to its disk";
}

function setAside(path: string, reason: string, now: number): void {
  const kept = `${path}.damaged-${now}`;
  renameSync(path, kept);
  process.emitWarning(
    `Cannot use the counters of ${path}: ${reason}. They were moved to ${kept}; quotas and usage start from their totals of the last second, and all other data is unchanged`,
    { code: "POSTERN_COUNTERS_SET_ASIDE" },
  );
}
