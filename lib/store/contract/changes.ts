/** A JSON value in a record. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** A record's value. It is always an object, so that no engine converts it to a number or a date. */
export type JsonObject = { [name: string]: JsonValue };

/** A record's address. {@link encodeKey} creates both parts, so they are plain ASCII. */
export interface Address {
  partition: string;
  key: string;
}

/** A record and its current version. */
export interface Versioned {
  key: string;
  value: JsonObject;
  /** Opaque version. Every commit to a store creates a new version, even after a delete. */
  version: string;
}

/** A condition of a commit. If it does not hold, the commit is refused. */
export type Check = { key: string; exists: boolean } | { key: string; version: string };

/** A change that creates or replaces a record. */
export interface SetRecord {
  key: string;
  value: JsonObject;
  /** Expiry time in milliseconds since the epoch. From then on the record does not exist. Default: never. */
  expiresAt?: number;
}

/**
 * A change that adds to a counter, up to a maximum. A counter reads as the record `{ sum: number }`.
 * A new counter starts at 0 and gets `expiresAt`. An existing counter keeps its own. A counter that expires more than a minute after the
 * given `expiresAt` is begun anew, because a clock that was ahead created it.
 */
export interface AddToSum {
  key: string;
  add: number;
  /** Greatest allowed sum. A commit that would exceed it is refused. Default: no maximum. */
  max?: number;
  /** Expiry time in milliseconds since the epoch. From then on the counter does not exist. Default: never. */
  expiresAt?: number;
}

/** The parts of an atomic commit. Sets, deletes and sums together may name a key only once. */
export interface Changes {
  checks?: readonly Check[];
  sets?: readonly SetRecord[];
  deletes?: readonly string[];
  sums?: readonly AddToSum[];
}

/** Result of a successful commit. */
export interface Committed {
  committed: true;
  /** The version of every record that this commit wrote. */
  version: string;
  /** The new value of each counter, in the order of `sums`. */
  sums: number[];
}

/** Result of a refused commit. The store is unchanged. */
export interface Conflict {
  committed: false;
  /** Indexes of the failed checks in `checks`. */
  failedChecks: number[];
  /** Indexes of the counters in `sums` that would have exceeded their maximum. */
  exceededSums: number[];
}
