import type { AddToSum, Committed, Conflict } from "./atomic_driver.ts";
import type { Count, Outcome } from "./batch.ts";

/** The outcome of one use. */
export interface CountedUse {
  /** A refused use has moved no counter. */
  outcome: Committed | Conflict;
  /** Time of the count, in milliseconds since the epoch. */
  now: number;
}

/** A use that waits for its count. */
export interface PendingUse {
  /** Called when the use is settled. */
  onCounted: (() => void) | undefined;
  settleCount(counted: Outcome<CountedUse>): void;
}

/** The checked record and counters of {@link UseCounter}. */
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
  waiting: PendingUse[] = [];
  isCounting = false;
  /** Whether the last merged commit was above a maximum. */
  wasRefused = false;

  constructor(parts: UseCounterParts) {
    this.#parts = parts;
  }

  /** The commit that counts a number of uses. */
  toCount(now: number, uses: number): Count {
    const { partition, check, sumsAt } = this.#parts;
    return { partition, check, sums: sumsAt(now, uses) };
  }
}
