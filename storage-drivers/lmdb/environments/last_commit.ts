import type { RootDatabase } from "lmdb";
import { LockFile } from "./lock_file.ts";

/** Properties of lmdb-js that its types omit. */
interface Internals {
  env: { info: () => { lastTxnId: number } };
}

/** Maximum number of attempts for one action. Each process that opens the environment can outdate one transaction. */
const attempts = 1000;

/** A write transaction did not begin at the last commit, and would replace it. */
class OutdatedTransactionError extends Error {
  override name = "OutdatedTransactionError";
}

/** True if an action can be run again in a new transaction, after its attempt with this number failed. */
export function mayRetry(error: unknown, attempt: number): boolean {
  return error instanceof OutdatedTransactionError && attempt < attempts;
}

/**
 * Makes each write transaction of an environment begin at the last commit.
 *
 * LMDB begins it at the transaction whose number is in the lock file. A process that opens the environment writes the number there that it
 * has read from the data file shortly before. If another process commits in between, the next transaction would replace this commit. That
 * is OpenLDAP's ITS#9496, which the LMDB of lmdb-js 3.5.6 still has.
 */
export class LastCommit {
  readonly #environment: RootDatabase;
  readonly #lockFile: LockFile;

  constructor(environment: RootDatabase, directory: string) {
    this.#environment = environment;
    this.#lockFile = new LockFile(directory);
  }

  /** Writes the number of the last commit to the lock file. Must run after the environment was opened. */
  restore(): void {
    this.#lockFile.raise(() => this.last());
  }

  /** Runs an action in a write transaction that begins at the last commit. */
  transactSync<Result>(action: () => Result): Result {
    for (let attempt = 1; ; attempt++) {
      try {
        return this.#environment.transactionSync(() => this.run(action));
      } catch (error) {
        if (!mayRetry(error, attempt)) throw error;
      }
    }
  }

  /**
   * Runs an action if the current write transaction begins at the last commit.
   *
   * @throws {OutdatedTransactionError} otherwise. Nothing was written then, and a new transaction begins at the last commit
   */
  run<Result>(action: () => Result): Result {
    if (this.#environment.getWriteTxnId() > this.last()) return action();
    this.restore();
    throw new OutdatedTransactionError("Cannot write to the store: its lock file names an older transaction");
  }

  /** Returns the number of the last commit in the data file. */
  last(): number {
    return (this.#environment as unknown as Internals).env.info().lastTxnId;
  }
}
