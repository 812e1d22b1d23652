import type { Changes, Committed, Conflict, Outcome } from "../../lib/store/mod.ts";

/** A commit that only counts. */
export interface CountingCommit {
  partition: string;
  changes: Changes;
}

/** The outcome of a count. */
export type CountOutcome = Outcome<Committed | Conflict>;
