/** Most of what an engine takes in one commit. A missing limit is beyond every commit of Postern. */
export interface StoreLimits {
  /** Name of the store for messages, such as "Deno KV". */
  store: string;
  /** Maximum number of checks. */
  checks?: number;
  /** Maximum number of sets, deletes and sums together. */
  operations?: number;
  /** Maximum number of bytes of a record's partition and key together. */
  addressBytes?: number;
  /** Maximum number of bytes of the partitions and keys of all sets and sums, with 24 more for each. */
  keyBytes?: number;
  /** Maximum number of bytes of a value as JSON in UTF-8. */
  valueBytes?: number;
  /** Maximum number of bytes of all values. Each check, set, delete and sum adds 100, and twice the bytes of its partition and key. */
  commitBytes?: number;
}

/** The limits of numbers in {@link StoreLimits}. */
export type LimitName = Exclude<keyof StoreLimits, "store">;

/** A measured commit, by the name of the limit for each number. */
export type CommitSizes = Record<LimitName, number>;
