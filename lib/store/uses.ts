import type { AddToSum, Committed, Conflict } from "./atomic_driver.ts";
import { type Count, Failure, type Outcome, type QueryBatch } from "./batch.ts";
import { toStoreError } from "./to_store_error.ts";

/** The outcome of one use. */
export interface CountedUse {
  /** A refused use has moved no counter. */
  outcome: Committed | Conflict;
  /** Time of the count, in milliseconds since the epoch. */
  now: number;
}

/** Called once with the outcome of a use. */
export type SettleUse = (counted: Outcome<CountedUse>) => void;

/** The checked record and the counters of {@link UseCounter}. */
export interface UseCounterParts {
  partition: string;
  check: { key: string; version: string };
  /** The counters that a number of uses adds to, at a time in milliseconds since the epoch. */
  sumsAt: (now: number, uses: number) => readonly AddToSum[];
}

/** The counters of one credential. Uses with the same `UseCounter` are counted by one commit where they come together. */
export class UseCounter {
  readonly #parts: UseCounterParts;
  /** Uses that wait for the commit under way, for engines that send each query immediately. */
  waiting: SettleUse[] = [];
  isCounting = false;
  /** Whether the last commit was above a maximum. */
  wasRefused = false;

  constructor(parts: UseCounterParts) {
    this.#parts = parts;
  }

  /** The commit that counts a number of uses. */
  toCount(now: number, uses: number): Count {
    const { partition, check, sumsAt } = this.#parts;
    return { partition, check, sums: sumsAt(now, uses) };
  }

  /** The number of uses that the first commit counts: one after a refusal, otherwise all. */
  firstShare(uses: number): number {
    return this.wasRefused ? 1 : uses;
  }
}

/** Uses that one commit counted some of. */
export interface SharedCount {
  uses: readonly SettleUse[];
  /** The number of uses that the commit counted. */
  share: number;
  outcome: Outcome<Committed | Conflict>;
  now: number;
}

/**
 * Settles uses by the outcome of a commit that counted some of them, and counts the rest. A commit above a maximum is repeated for half as many
 * uses, so that exactly the maximum is admitted. When a single use is refused, all that are left are.
 */
export async function settleUses(
  counter: UseCounter,
  { uses, share, outcome, now: countedAt }: SharedCount,
  { query, now }: { query: QueryBatch; now: () => number },
): Promise<void> {
  let left = uses;
  let counted = outcome;
  let size = share;
  let sentAt = countedAt;
  for (;;) {
    const isAboveMaximum = isRefusedByMaximum(counted);
    if (isAboveMaximum && size > 1) size = Math.floor(size / 2);
    else {
      counter.wasRefused = isAboveMaximum;
      const isCommitted = !(counted instanceof Failure) && counted.committed;
      const settled = isCommitted ? left.slice(0, size) : left;
      settleTogether(settled, counted, sentAt);
      left = left.slice(settled.length);
      size = left.length;
    }
    if (left.length === 0) return;
    // The day and the second are those of the moment of sending: an expired counter would begin anew.
    sentAt = now();
    const { counts } = await query({ counts: [counter.toCount(sentAt, size)], reads: [] });
    counted = (await counts[0]) ?? new Failure(new TypeError("Cannot count: the engine returned no outcome"));
  }
}

/** Each use gets the sums that a commit of its own would have had. */
function settleTogether(
  uses: readonly SettleUse[],
  outcome: Outcome<Committed | Conflict>,
  now: number,
): void {
  for (const [index, settle] of uses.entries()) settle(countedUse(outcome, uses.length - 1 - index, now));
}

/** The outcome of one use of a commit that counted others after it. */
export function countedUse(
  outcome: Outcome<Committed | Conflict>,
  after: number,
  now: number,
): Outcome<CountedUse> {
  if (outcome instanceof Failure) return new Failure(toStoreError(outcome.error));
  if (!outcome.committed || after === 0) return { outcome, now };
  const { version, sums } = outcome;
  return { outcome: { committed: true, version, sums: sums.map((sum) => sum - after) }, now };
}

/** Returns whether the sums were above a maximum and the check held. */
function isRefusedByMaximum(outcome: Outcome<Committed | Conflict>): boolean {
  return !(outcome instanceof Failure) && !outcome.committed && outcome.failedChecks.length === 0;
}
