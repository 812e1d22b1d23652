import { isRefusal, type Row, type Statement } from "./connection.ts";
import { PostgresStoreError } from "./postgres_store_error.ts";

/** A commit that waits for its outcome. */
interface PendingCommit {
  statement: Statement;
  /** Time on the monotonic clock, in milliseconds. */
  deadline: number;
  resolve: (rows: Row[]) => void;
  reject: (error: unknown) => void;
}

/** Options of a {@link CommitQueue}. */
export interface CommitQueueOptions {
  /** Runs a statement. */
  run: (statement: Statement, deadline: number) => Promise<Row[]>;
  /** Runs statements in one transaction until the deadline. Returns the rows of those that were run. */
  runTogether: (statements: readonly Statement[], deadline: number) => Promise<Row[][]>;
  /** True if an error says that the partition was locked. */
  isLockFailure: (error: unknown) => boolean;
  timeoutMs: number;
}

/** Maximum number of commits in a transaction, which holds the lock of the partition. */
const mostCommits = 32;

/**
 * Sends the commits of a partition one call after the other. Commits that arrive during a call go out together in one transaction, so that
 * the server flushes its log once for all of them. A partition never takes more than one connection.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions;
  /** Waiting commits of each partition that has a call in progress. */
  readonly #partitions = new Map<string, PendingCommit[]>();
  #onIdle: (() => void) | undefined;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
  }

  /** @throws {PostgresStoreError} when the statement fails or its deadline passes */
  async run(partition: string, statement: Statement): Promise<Row[]> {
    const deadline = performance.now() + this.#options.timeoutMs;
    return new Promise((resolve, reject) => {
      const pending = { statement, deadline, resolve, reject };
      const waiting = this.#partitions.get(partition);
      if (waiting === undefined) void this.#runAll(partition, [pending]);
      else waiting.push(pending);
    });
  }

  /** Waits for all commits. */
  async end(): Promise<void> {
    if (this.#partitions.size === 0) return;
    await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  async #runAll(partition: string, waiting: PendingCommit[]): Promise<void> {
    this.#partitions.set(partition, waiting);
    while (waiting.length > 0) await this.#runSome(waiting.splice(0, mostCommits));
    this.#partitions.delete(partition);
    if (this.#partitions.size === 0) this.#onIdle?.();
  }

  async #runSome(commits: readonly PendingCommit[]): Promise<void> {
    const inTime = commits.filter((commit) => !rejectIfLate(commit));
    if (inTime.length > 1 && (await this.#runTogether(inTime))) return;
    for (const commit of inTime) if (!rejectIfLate(commit)) await this.#runAlone(commit);
  }

  /** Returns false if the transaction was rolled back because of one of its statements. */
  async #runTogether(commits: readonly PendingCommit[]): Promise<boolean> {
    const statements = commits.map(({ statement }) => statement);
    const deadline = Math.min(...commits.map((commit) => commit.deadline));
    try {
      const results = await this.#options.runTogether(statements, deadline);
      for (const [index, { resolve, reject }] of commits.entries()) {
        const rows = results[index];
        if (rows === undefined) reject(noResponse());
        else resolve(rows);
      }
    } catch (error) {
      if (isRefusal(error) && !this.#options.isLockFailure(error)) return false;
      // The transaction may have been committed, or all its statements would wait for the same lock again.
      for (const { reject } of commits) reject(error);
    }
    return true;
  }

  async #runAlone({ statement, deadline, resolve, reject }: PendingCommit): Promise<void> {
    await this.#options.run(statement, deadline).then(resolve, reject);
  }
}

function rejectIfLate({ deadline, reject }: PendingCommit): boolean {
  const isLate = performance.now() >= deadline;
  if (isLate) reject(noResponse());
  return isLate;
}

function noResponse(): PostgresStoreError {
  return new PostgresStoreError("no response in time");
}
