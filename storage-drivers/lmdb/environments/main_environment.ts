import { existsSync } from "node:fs";
import { join } from "node:path";
import type { open, RootDatabase } from "lmdb";
import { type CopiedEnvironment, copyEnvironment } from "./copy_environment.ts";
import { flushLatest, withdrawUnflushed } from "../damage/unflushed_commits.ts";
import { syncDirectorySync, syncFile } from "../../directory/sync.ts";
import { ForeignFilesError } from "../../directory/refuse_foreign_files.ts";
import { directoryOptions } from "./directory_options.ts";
import { LastCommit, mayRetry } from "./last_commit.ts";

/** LMDB refused a write or a commit (see `cause`). Nothing was written. */
class LmdbWriteError extends Error {
  override name = "LmdbWriteError";
  /** A repetition fails until somebody frees space. */
  readonly isRefusal = true;
}

/** Options of {@link MainEnvironment}. */
export interface MainOptions {
  /** With `process-crash`, a power loss can undo the last commit. */
  durability: "process-crash" | "power-loss";
  /** Default: false. */
  readOnly?: boolean;
}

/**
 * The LMDB environment of all lasting data. A commit is flushed before other processes see it, and its promise resolves afterwards. The
 * commits of an event loop tick, and those that arrive during a flush, share the next flush.
 *
 * If a commit fails, for example on a full disk, its user must handle two problems of lmdb-js:
 *
 * - The error has a promise, `commitError`. If it rejects unhandled, it ends the process.
 * - With `eventTurnBatching`, the batch of a tick has a second such promise, which is not accessible.
 */
export class MainEnvironment {
  readonly root: RootDatabase;
  readonly file: string;
  readonly lastCommit: LastCommit;
  readonly #isReadOnly: boolean;
  readonly #openEnvironment: typeof open;
  readonly #durability: MainOptions["durability"];

  constructor(path: string, openEnvironment: typeof open, { durability, readOnly = false }: MainOptions) {
    this.file = join(path, "data.mdb");
    this.#isReadOnly = readOnly;
    this.#durability = durability;
    this.#openEnvironment = openEnvironment;
    const options = { ...directoryOptions, path, maxDbs: 4, eventTurnBatching: false, readOnly };
    if (!readOnly) withdrawUnflushed(this.file, () => openEnvironment({ ...options, overlappingSync: true }));
    this.root = openEnvironment({
      ...options,
      overlappingSync: false,
      noMetaSync: durability === "process-crash",
    });
    this.#refuseForeign();
    this.lastCommit = new LastCommit(this.root, path);
    this.lastCommit.restore();
    if (readOnly) return;
    // Otherwise a power loss could remove the name or the beginning of a new file.
    this.lastCommit.transactSync(() => flushLatest(this.file));
    syncDirectorySync(path);
  }

  /** Refuses an environment of another program, such as OpenLDAP. Those of Postern have the database `records`. */
  #refuseForeign(): void {
    const names = [...this.root.getKeys({ limit: 100 })];
    if (names.length === 0 || names.includes("records")) return;
    void this.root.close();
    throw new ForeignFilesError(
      `Cannot open the store: ${this.file} holds data of another program. Name a new or empty directory, or the directory of a store`,
    );
  }

  /** Opens databases of the environment, and creates those that it lacks. */
  open<Opened>(openDatabases: () => Opened): Opened {
    return this.#isReadOnly ? openDatabases() : this.lastCommit.transactSync(openDatabases);
  }

  /**
   * Runs an action while no other process writes to `main`.
   *
   * @param durability of the commit. Default: that of the environment
   * @throws {Error} if the action throws, or LMDB cannot commit. Nothing is written then
   */
  async transact<Result>(
    action: () => Result,
    durability: MainOptions["durability"] = this.#durability,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        // Runs as a child transaction, because lmdb-js commits the writes before an error in other transactions.
        const result = await this.root.childTransaction(() => this.lastCommit.run(action));
        if (durability === "power-loss" && this.#durability === "process-crash") await syncFile(this.file);
        return result;
      } catch (error) {
        if (!mayRetry(error, attempt)) throw this.#explain(error);
      }
    }
  }

  /** Copies the current state of the environment into a new directory. */
  async copyTo(directory: string): Promise<void> {
    const { root, lastCommit } = this;
    const openDatabases: CopiedEnvironment["openDatabases"] = (action) => this.open(action);
    await copyEnvironment(
      { root, lastCommit, openEnvironment: this.#openEnvironment, openDatabases },
      directory,
    );
  }

  /** Waits until the last commit is on the disk. */
  async flush(): Promise<void> {
    // An operator may have removed the file.
    if (!this.#isReadOnly && existsSync(this.file)) await syncFile(this.file);
  }

  async close(): Promise<void> {
    await this.flush();
    await this.root.close();
  }

  #explain(failure: unknown): unknown {
    if (!(failure instanceof Error)) return failure;
    if (!("commitError" in failure)) return explainWrite(failure);
    // Not awaited, because it only says "Input/output error" and does not always settle.
    if (failure.commitError instanceof Promise) failure.commitError.catch(() => undefined);
    return new LmdbWriteError(
      "Cannot write to the store: LMDB could not commit. The disk may be full or failing",
      { cause: failure },
    );
  }
}

/** Explains an error of LMDB itself, such as a full map. These have a number as their code. */
function explainWrite(failure: Error): Error {
  if (!("code" in failure) || typeof failure.code !== "number") return failure;
  return new LmdbWriteError(`Cannot write to the store: ${failure.message}`, { cause: failure });
}
