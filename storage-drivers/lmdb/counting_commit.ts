import type { Changes, Committed, Conflict, Outcome } from "../../lib/store/mod.ts";

/** A commit that only adds to counters. */
export interface CountingCommit {
  partition: string;
  changes: Changes;
}

/** The outcome of a counting commit. */
export type CountOutcome = Outcome<Committed | Conflict>;
