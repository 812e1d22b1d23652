import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { open, type RootDatabase } from "lmdb";
import { makeDirectory } from "../make_directory.ts";
import { RecordStore } from "./record_store.ts";

/** Says of which start of the machine the counters are. */
const bootFile = "boot_id";
/** Is there while no process has the counters open and all of them are on the disk. */
const flushedFile = "flushed";

/** LMDB's codes for a file that is not as LMDB left it: from MDB_PAGE_NOTFOUND to MDB_INVALID. */
const damageCodes = { first: -30_797, last: -30_793 };

/**
 * The LMDB environment of the counters: it never waits for the disk. After the machine stopped without the counters having been
 * flushed, its pages may be of different times, and LMDB may end the process over them: then it is set aside unread.
 */
export class CountersEnvironment {
  readonly records: RecordStore;
  readonly #root: RootDatabase;
  readonly #path: string;

  private constructor(path: string) {
    makeDirectory(path);
    this.#path = path;
    this.#root = open({ path, maxDbs: 2, noSync: true });
    this.records = new RecordStore(this.#root);
    this.#begin();
  }

  /** Opens the counters of a store. Processes that open them at once wait for each other, by a transaction of `main`. */
  static open(path: string, main: RootDatabase, now: number): CountersEnvironment {
    return main.transactionSync(() => {
      if (!isIntact(path)) setAside(path, "the machine stopped before they were on its disk", now);
      try {
        return new CountersEnvironment(path);
      } catch (error) {
        if (!isDamage(error)) throw error;
        setAside(path, error.message, now);
        return new CountersEnvironment(path);
      }
    });
  }

  /** Does something while no other process writes to the counters. All that it writes happens, or nothing. */
  transact<Result>(action: () => Result): Result {
    return this.#root.transactionSync(action);
  }

  /** From now on the counters may differ from what is on the disk. To have read is what {@link CountersEnvironment.#isAlone} sees. */
  #begin(): void {
    this.records.get("any");
    this.transact(() => {
      rmSync(join(this.#path, flushedFile), { force: true });
      writeFileSync(join(this.#path, bootFile), bootId());
    });
  }

  /** Who closes the counters last flushes them, so that they outlast a restart of the machine. */
  async close(): Promise<void> {
    this.transact(() => {
      if (!this.#isAlone()) return;
      flush(join(this.#path, "data.mdb"));
      writeFileSync(join(this.#path, flushedFile), "", { flush: true });
    });
    await this.#root.close();
  }

  /** Whether no one else has the counters open: each who has is a line of numbers in the list of readers. */
  #isAlone(): boolean {
    this.#root.readerCheck();
    return (this.#root.readerList().match(/^\s*\d+ /gm) ?? []).length <= 1;
  }
}

function isIntact(path: string): boolean {
  if (!existsSync(join(path, bootFile)) || existsSync(join(path, flushedFile))) return true;
  return readFileSync(join(path, bootFile), "utf8") === bootId();
}

function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error && "code" in error)) return false;
  const code = Number(error.code);
  return code >= damageCodes.first && code <= damageCodes.last;
}

function setAside(path: string, reason: string, now: number): void {
  const kept = `${path}.damaged-${now}`;
  renameSync(path, kept);
  process.emitWarning(
    `Cannot use the counters of ${path}: ${reason}. They were moved to ${kept}; quotas and usage begin anew, all else is untouched`,
    { code: "POSTERN_COUNTERS_SET_ASIDE" },
  );
}

/** Names this start of the machine. Where the system does not tell (all but Linux), only LMDB's own checks find damage. */
function bootId(): string {
  const file = "/proc/sys/kernel/random/boot_id";
  return existsSync(file) ? readFileSync(file, "utf8") : "unknown";
}

function flush(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
