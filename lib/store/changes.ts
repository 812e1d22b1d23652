/** A value a record can hold: whatever JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** A record's value is always an object, so that no engine mistakes it for a number or a date. */
export type JsonObject = { [name: string]: JsonValue };

/** Where a record is. Both parts are made by {@link encodeKey}, so they are plain ASCII. */
export interface Address {
  partition: string;
  key: string;
}

/** A record as it is now. */
export interface Versioned {
  key: string;
  value: JsonObject;
  /** Opaque. No two commits to a store ever give the same version, not even across a delete. */
  version: string;
}

/** What must be true for a commit to happen. */
export type Check = { key: string; exists: boolean } | { key: string; version: string };

/** Replaces a record, or creates it. */
export interface SetRecord {
  key: string;
  value: JsonObject;
  /** Milliseconds since the epoch from which on the record is absent. Default: never. */
  expiresAt?: number;
}

/**
 * Adds to a counter, only as far as a maximum. A counter reads as the record `{ sum: number }`.
 * A counter that does not exist starts from 0 and takes `expiresAt`; one that exists keeps its own.
 */
export interface AddToSum {
  key: string;
  add: number;
  /** The commit is refused when the sum would become greater. Default: no maximum. */
  max?: number;
  /** Milliseconds since the epoch from which on the counter is absent. Default: never. */
  expiresAt?: number;
}

/** The parts of a commit: all happen, or none. A key stands at most once in sets, deletes and sums. */
export interface Changes {
  checks?: readonly Check[];
  sets?: readonly SetRecord[];
  deletes?: readonly string[];
  sums?: readonly AddToSum[];
}

/** The commit happened. */
export interface Committed {
  committed: true;
  /** The version of every record this commit wrote. */
  version: string;
  /** The new value of each counter, in the order of `sums`. */
  sums: number[];
}

/** The commit did not happen, and nothing changed. */
export interface Conflict {
  committed: false;
  /** Indexes into `checks` of those that did not hold. */
  failedChecks: number[];
  /** Indexes into `sums` of those that would have exceeded their maximum. */
  exceededSums: number[];
}
