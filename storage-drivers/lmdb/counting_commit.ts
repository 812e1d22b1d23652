import type { Changes, Committed, Conflict, Outcome } from "../../lib/store/mod.ts";

/** A commit that only adds to counters. */
export interface CountingCommit {
  partition: string;
  changes: Changes;
}

export type CountOutcome = Outcome<Committed | Conflict>;
