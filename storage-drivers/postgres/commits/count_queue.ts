import {
  type BatchResult,
  type Committed,
  type Conflict,
  type Count,
  Failure,
  type Outcome,
} from "../../../lib/store/mod.ts";

type CountOutcome = Outcome<Committed | Conflict>;

/** A count that waits for its outcome. */
export interface PendingCount {
  count: Count;
  /** Time on the monotonic clock, in milliseconds. */
  deadline: number;
  settle: (outcome: CountOutcome) => void;
}

/** Options of a {@link CountQueue}. */
export interface CountQueueOptions {
  /** Runs counts in one call. It rejects if nothing was counted. */
  run: (counts: readonly Count[], deadline: number) => Promise<CountOutcome[]>;
  /** True if an error says that a partition was locked, and nothing was counted. */
  isLockFailure: (error: unknown) => boolean;
  /** Maximum number of concurrent calls. */
  calls: number;
  timeoutMs: number;
}

/** Maximum number of counts in a call. Each locks its partition, and the server has room for some thousand locks. */
const mostCounts = 64;

/**
 * Sends counts in calls. While a call is in progress, later counts of its partitions wait, and then go out together. The database would make
 * them wait as well, with one connection for each.
 */
export class CountQueue {
  readonly #options: CountQueueOptions;
  readonly #busy = new Set<string>();
  #waiting: PendingCount[] = [];
  #calls = 0;
  #onIdle: (() => void) | undefined;

  constructor(options: CountQueueOptions) {
    this.#options = options;
  }

  /** Returns a promise for each count, which never rejects. */
  add(counts: readonly Count[]): BatchResult["counts"] {
    if (counts.length === 0) return [];
    const deadline = performance.now() + this.#options.timeoutMs;
    const outcomes = counts.map(
      async (count) => new Promise<CountOutcome>((settle) => this.#waiting.push({ count, deadline, settle })),
    );
    this.#send();
    return outcomes;
  }

  /** Waits for all counts. */
  async end(): Promise<void> {
    if (this.#calls === 0) return;
    await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  #send(): void {
    while (this.#calls < this.#options.calls) {
      const call: PendingCount[] = [];
      const later: PendingCount[] = [];
      for (const pending of this.#waiting) {
        const mayGo = call.length < mostCounts && !this.#busy.has(pending.count.partition);
        (mayGo ? call : later).push(pending);
      }
      if (call.length === 0) break;
      this.#waiting = later;
      void this.#runCall(call);
    }
    if (this.#calls === 0) this.#onIdle?.();
  }

  async #runCall(call: readonly PendingCount[]): Promise<void> {
    this.#calls++;
    const partitions = new Set(call.map(({ count }) => count.partition));
    for (const partition of partitions) this.#busy.add(partition);
    await this.#runOrSplit(call, [...partitions]);
    for (const partition of partitions) this.#busy.delete(partition);
    this.#calls--;
    this.#send();
  }

  /** Runs a call. If one of its partitions is locked, runs a call for each, so that the others do not wait for it. */
  async #runOrSplit(call: readonly PendingCount[], partitions: readonly string[]): Promise<void> {
    const deadline = Math.min(...call.map((pending) => pending.deadline));
    try {
      const outcomes = await this.#options.run(
        call.map(({ count }) => count),
        deadline,
      );
      for (const [index, { settle }] of call.entries()) settle(outcomes[index] ?? noOutcome);
    } catch (error) {
      if (partitions.length > 1 && this.#options.isLockFailure(error)) {
        const parts = partitions.map((partition) =>
          call.filter(({ count }) => count.partition === partition),
        );
        await Promise.all(parts.map(async (part) => this.#runOrSplit(part, [""])));
      } else for (const { settle } of call) settle(new Failure(error));
    }
  }
}

const noOutcome = new Failure(new TypeError("Cannot count the use: the database returned no outcome"));
