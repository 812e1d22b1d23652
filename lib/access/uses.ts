import type { Committed, Conflict } from "../store/mod.ts";

/** What the counters said of one use. */
export interface Count {
  /** The uses of the day and, where it is limited, of the second; a refused use has moved neither. */
  outcome: Committed | Conflict;
  /** When it was counted: milliseconds since the epoch. */
  now: number;
}

/** Uses of one credential that wait to be counted together. */
export interface Uses {
  /** Whether uses that come now are counted together with others. */
  isGathering: boolean;
  /** Whether the last of those that were counted together was refused. */
  wasRefused: boolean;
  waiting: { resolve: (count: Count) => void; reject: (error: unknown) => void }[];
}
