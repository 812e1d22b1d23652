import { join } from "node:path";
import type { open, RootDatabase } from "lmdb";
import { type CopiedEnvironment, copyEnvironment } from "./copy_environment.ts";
import { syncDirectorySync } from "../../directory/sync.ts";
import { ForeignFilesError } from "../../directory/refuse_foreign_files.ts";
import { directoryOptions } from "./directory_options.ts";
import { LastCommit, mayRetry } from "./last_commit.ts";

/** LMDB refused a write or a commit (see `cause`). Nothing was written. */
class LmdbWriteError extends Error {
  override name = "LmdbWriteError";
  /** A repetition fails until somebody frees space. */
  readonly isRefusal = true;
}

/**
 * The LMDB environment of all lasting data. If a commit fails, for example on a full disk, its user must handle three problems of lmdb-js:
 *
 * - The error has a promise, `commitError`. If it rejects unhandled, it ends the process.
 * - With `eventTurnBatching`, the batch of a tick has a second such promise, which is not accessible.
 * - The flush of that commit, and therefore `close`, does not resolve until a later commit succeeds.
 */
export class MainEnvironment {
  readonly root: RootDatabase;
  readonly file: string;
  readonly lastCommit: LastCommit;
  readonly #isReadOnly: boolean;
  readonly #openEnvironment: typeof open;
  #hasFailed = false;

  constructor(path: string, openEnvironment: typeof open, { readOnly = false }: { readOnly?: boolean } = {}) {
    this.file = join(path, "data.mdb");
    this.#isReadOnly = readOnly;
    this.#openEnvironment = openEnvironment;
    this.root = openEnvironment({ ...directoryOptions, path, maxDbs: 3, eventTurnBatching: false, readOnly });
    // Otherwise a power loss could remove the name of a new file.
    if (!readOnly) syncDirectorySync(path);
    this.#refuseForeign();
    this.lastCommit = new LastCommit(this.root, path);
    this.lastCommit.restore();
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
   * @throws {Error} if the action throws, or LMDB cannot commit. Nothing is written then
   */
  async transact<Result>(action: () => Result, { isFlushed }: { isFlushed: boolean }): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(action, isFlushed);
      } catch (error) {
        if (!mayRetry(error, attempt)) throw this.#explain(error);
      }
    }
  }

  async #attempt<Result>(action: () => Result, isFlushed: boolean): Promise<Result> {
    // Runs as a child transaction, because lmdb-js commits the writes before an error in other transactions.
    const outcome = this.root.childTransaction(() => this.lastCommit.run(action));
    // Read immediately, this is the flush of this commit. A later flush would never resolve if that commit fails.
    const flushed = isFlushed ? this.root.flushed : undefined;
    const [result] = await Promise.all([outcome, flushed]);
    return result;
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

  /** Waits until all commits of this process are on the disk. */
  async flush(): Promise<void> {
    if (this.#hasFailed) await this.transact(() => undefined, { isFlushed: false });
    if (!this.#isReadOnly) await this.root.flushed;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.root.close();
  }

  #explain(failure: unknown): unknown {
    if (!(failure instanceof Error)) return failure;
    if (!("commitError" in failure)) return explainWrite(failure);
    this.#hasFailed = true;
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
