import { join } from "node:path";
import type { open, RootDatabase } from "lmdb";
import { copyEnvironment } from "./copy_environment.ts";
import { directoryOptions } from "./directory_options.ts";

/**
 * The LMDB environment of all that must last. lmdb-js leaves three things to its user when a commit fails, as on a full disk:
 *
 * - The error has the reason as a promise, `commitError`, which ends the process when it is rejected and nobody handles it.
 * - With `eventTurnBatching` the batch of a turn has another such promise, which cannot be had.
 * - The flush of that commit, and so `close`, is waited for in vain, until a later commit succeeds.
 */
export class MainEnvironment {
  readonly root: RootDatabase;
  readonly file: string;
  readonly #isReadOnly: boolean;
  #hasFailed = false;

  constructor(path: string, openEnvironment: typeof open, { readOnly = false }: { readOnly?: boolean } = {}) {
    this.file = join(path, "data.mdb");
    this.#isReadOnly = readOnly;
    this.root = openEnvironment({ ...directoryOptions, path, maxDbs: 3, eventTurnBatching: false, readOnly });
  }

  /**
   * Does something while no other process writes to `main`.
   *
   * @throws {Error} when the action throws, or LMDB cannot commit what was written: nothing of it happened
   */
  async transact<Result>(action: () => Result, { isFlushed }: { isFlushed: boolean }): Promise<Result> {
    // As a child: lmdb-js commits what was written before an error in another transaction.
    const outcome = this.root.childTransaction(action);
    // Asked for at once, it is that of this commit. A later one's never comes when that one fails.
    const flushed = isFlushed ? this.root.flushed : undefined;
    try {
      const [result] = await Promise.all([outcome, flushed]);
      return result;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Copies the environment as it is now into a new directory. */
  async copyTo(directory: string): Promise<void> {
    await copyEnvironment(this.root, directory);
  }

  async close(): Promise<void> {
    if (this.#hasFailed) await this.transact(() => undefined, { isFlushed: false });
    if (!this.#isReadOnly) await this.root.flushed;
    await this.root.close();
  }

  #explain(failure: unknown): unknown {
    if (!(failure instanceof Error) || !("commitError" in failure)) return failure;
    this.#hasFailed = true;
    // Not waited for: it says no more than "Input/output error", and does not always come.
    if (failure.commitError instanceof Promise) failure.commitError.catch(() => undefined);
    return new Error("Cannot write to the store: LMDB could not commit, as when the disk is full or fails", {
      cause: failure,
    });
  }
}
