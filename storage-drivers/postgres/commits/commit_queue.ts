import { isRefusal, type Row, type SqlValue } from "../connection/connection.ts";
import { PostgresStoreError } from "../connection/postgres_store_error.ts";

/** The arguments of a call of `commit_changes`. */
type Arguments = readonly SqlValue[];

/** A commit that waits for its outcome. */
interface PendingCommit {
  values: Arguments;
  /** Time on the monotonic clock, in milliseconds. */
  deadline: number;
  resolve: (row: Row) => void;
  reject: (error: unknown) => void;
}

/** Options of a {@link CommitQueue}. */
export interface CommitQueueOptions {
  /** Runs calls in one statement. Returns the row of each. If it is refused, nothing was committed. */
  run: (calls: readonly Arguments[], deadline: number) => Promise<Row[]>;
  /** True if an error says that the partition was locked. */
  isLockFailure: (error: unknown) => boolean;
  timeoutMs: number;
}

/** Maximum number of commits in a statement, which holds the lock of the partition. */
const mostCommits = 32;

/**
 * Sends the commits of a partition one statement after the other. Commits that arrive in the meantime go out together in the next one, so
 * the server flushes its log once for all of them. A partition never takes more than one connection.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions;
  /** Waiting commits of each partition that has a statement in progress. */
  readonly #partitions = new Map<string, PendingCommit[]>();
  #onIdle: (() => void) | undefined;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
  }

  /**
   * Returns the row of a commit.
   *
   * @throws {PostgresStoreError} when the commit fails or its deadline passes
   */
  async run(partition: string, values: Arguments): Promise<Row> {
    const deadline = performance.now() + this.#options.timeoutMs;
    return new Promise((resolve, reject) => {
      const pending = { values, deadline, resolve, reject };
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

  /** Runs commits in one statement. If the server refuses one of them, runs each alone. */
  async #runSome(commits: readonly PendingCommit[]): Promise<void> {
    const inTime = commits.filter((commit) => !rejectIfLate(commit));
    if (inTime.length === 0) return;
    const calls = inTime.map(({ values }) => values);
    try {
      const rows = await this.#options.run(calls, Math.min(...inTime.map(({ deadline }) => deadline)));
      for (const [index, { resolve }] of inTime.entries()) resolve(rows[index] ?? []);
    } catch (error) {
      if (inTime.length > 1 && isRefusal(error) && !this.#options.isLockFailure(error)) {
        for (const commit of inTime) await this.#runSome([commit]);
      } else for (const { reject } of inTime) reject(error);
    }
  }
}

function rejectIfLate({ deadline, reject }: PendingCommit): boolean {
  const isLate = performance.now() >= deadline;
  if (isLate) reject(new PostgresStoreError("no response in time"));
  return isLate;
}
