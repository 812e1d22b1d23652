import type { Changes, Committed, Conflict, Count, Outcome } from "../../lib/store/mod.ts";

/** A commit that only counts. */
export interface CountingCommit {
  partition: string;
  changes: Changes;
}

/** The outcome of a count. */
export type CountOutcome = Outcome<Committed | Conflict>;

/** The commit of a count. */
export function toCommit({ partition, check, sums }: Count): CountingCommit {
  return { partition, changes: { checks: [check], sums } };
}
