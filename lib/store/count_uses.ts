import type { Committed, Conflict } from "./atomic_driver.ts";
import { Failure, type Outcome, type QueryBatch } from "./batch.ts";
import { toStoreError } from "./to_store_error.ts";
import type { PendingUse, UseCounter } from "./use_counter.ts";

/** The number of uses that the first commit counts: one after a refusal, otherwise all. */
export function firstShare(counter: UseCounter, uses: readonly PendingUse[]): number {
  return counter.wasRefused ? Math.min(1, uses.length) : uses.length;
}

/**
 * Settles uses by the outcome of a commit that counted some of them, and counts the rest. A commit above a maximum is repeated for half as many
 * uses, so that exactly the maximum is admitted. When a single use is refused, all that are left are.
 *
 * @param share how many uses the commit counted
 */
export async function settleUses(
  counter: UseCounter,
  uses: readonly PendingUse[],
  {
    outcome,
    share,
    now,
    query,
  }: { outcome: Outcome<Committed | Conflict>; share: number; now: number; query: QueryBatch },
): Promise<void> {
  let left = uses;
  let counted = outcome;
  let size = share;
  for (;;) {
    const isAboveMaximum = isRefusedByMaximum(counted);
    if (isAboveMaximum && size > 1) size = Math.floor(size / 2);
    else {
      counter.wasRefused = isAboveMaximum;
      const isCommitted = !(counted instanceof Failure) && counted.committed;
      const settled = isCommitted ? left.slice(0, size) : left;
      settleTogether(settled, counted, now);
      left = left.slice(settled.length);
      size = left.length;
    }
    if (left.length === 0) return;
    const { counts } = await query({ counts: [counter.toCount(now, size)], reads: [] });
    counted = (await counts[0]) ?? new Failure(new TypeError("Cannot count: the engine returned no outcome"));
  }
}

/** Settles uses that one commit counted. Each gets the sums that a commit of its own would have had. */
export function settleTogether(
  uses: readonly PendingUse[],
  outcome: Outcome<Committed | Conflict>,
  now: number,
): void {
  if (outcome instanceof Failure) {
    const failure = new Failure(toStoreError(outcome.error));
    for (const use of uses) use.settleCount(failure);
    return;
  }
  for (const [index, use] of uses.entries()) {
    use.settleCount({ outcome: withoutLater(outcome, uses.length - 1 - index), now });
  }
}

/** Returns whether the sums were above a maximum and the check held. */
export function isRefusedByMaximum(outcome: Outcome<Committed | Conflict>): boolean {
  return !(outcome instanceof Failure) && !outcome.committed && outcome.failedChecks.length === 0;
}

function withoutLater(outcome: Committed | Conflict, after: number): Committed | Conflict {
  if (!outcome.committed || after === 0) return outcome;
  const { version, sums } = outcome;
  return { committed: true, version, sums: sums.map((sum) => sum - after) };
}
