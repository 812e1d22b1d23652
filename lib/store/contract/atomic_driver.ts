import type { Awaitable } from "../../base/awaitable.ts";
import type { QueryBatch } from "./batch.ts";
import type { Address, Changes, Committed, Conflict, Versioned } from "./changes.ts";
import type { DamagedRecordError } from "./damaged_record_error.ts";
import type { SearchTables } from "./search_tables.ts";
import type { Signals } from "./signals.ts";
import type { StoreLimits } from "./store_limits.ts";

export type {
  Address,
  AddToSum,
  Changes,
  Check,
  Committed,
  Conflict,
  JsonObject,
  JsonValue,
  SetRecord,
  Versioned,
} from "./changes.ts";

/** A range of keys in a partition, and the order of the records. Keys compare by their bytes. */
export interface Range {
  /** First key of the range. Default: the partition's first. */
  start?: string;
  /** First key after the range. Default: the partition's end. */
  end?: string;
  /** Maximum number of records. */
  limit: number;
  /** True to list from the last record of the range to the first. Default: false. */
  reverse?: boolean;
  /** Called for each damaged record. The list skips it and does not count it towards `limit`. Default: the list fails with the damage. */
  onDamaged?: (damage: DamagedRecordError) => void;
}

/** Scope in which commits are atomic: one process, all processes of a host, or all hosts. */
export type AtomicScope = "process" | "host" | "cluster";

/** The worst failure that an acknowledged commit survives. */
export type Durability = "none" | "process-crash" | "power-loss";

/** A read-only view of the records at one moment. It does not include later commits. */
export interface Snapshot extends Pick<AtomicOperations, "getMany" | "list"> {
  /** Releases the snapshot. Until this call the engine keeps replaced records. */
  release(): void;
}

/**
 * The storage engine interface: records with versions, ordered by key within a partition, and atomic commits to one partition.
 * A synchronous engine returns values instead of promises.
 */
export interface AtomicOperations {
  readonly scope: AtomicScope;
  readonly durability: Durability;
  /** Most of what a commit may contain. A larger commit is a {@link StoreLimitError}. Default: no commit of Postern is too large. */
  readonly limits?: StoreLimits;
  /**
   * Returns the records at these addresses, in the same order, with null for a missing record. It takes one round trip.
   *
   * @throws {DamagedRecordError} if a record cannot be read
   */
  getMany(addresses: readonly Address[]): Awaitable<(Versioned | null)[]>;
  /**
   * Runs the counts and reads of many requests in one round trip. It never throws or rejects. Default: a `getMany` and a commit for each count.
   */
  query?: QueryBatch;
  /**
   * Like `query`, for the reads of requests that accept a state of a few seconds ago, because they have no key. An engine with a read replica
   * implements it. It never returns a record in place of a cached version that may be newer. Default: `query`.
   */
  queryReplica?: QueryBatch;
  /**
   * Runs a callback at the end of the event loop tick, such as `setImmediate`. Implement it if one `query` for all requests of a tick is faster.
   * Default: each request sends its own `query`.
   */
  atEndOfTick?: (run: () => void) => void;
  /** Returns the records of a range of one partition. */
  list(partition: string, range: Range): Promise<Versioned[]>;
  /**
   * Applies all changes, or leaves the store unchanged. A damaged record exists, but matches no version check. A set replaces it, and a delete
   * removes it.
   *
   * @throws {DamagedRecordError} if `sums` names a counter that cannot be read
   * @throws {StoreLimitError} if the changes are beyond `limits`
   */
  commit(partition: string, changes: Changes): Awaitable<Committed | Conflict>;
  /**
   * Checks that the store has not been moved, deleted, emptied or replaced since the engine opened it. An engine with this method also runs
   * the check before it returns an empty result, and before it acknowledges a commit of records.
   *
   * @throws {StoreReplacedError} if the store is missing or a different one
   */
  assertInPlace?(): Awaitable<void>;
  /** Returns a view of all partitions that later commits do not change. Optional: not every engine has snapshots. */
  snapshot?(): Snapshot;
  /** Returns the engine's file or key that holds a record, as text for people. Default: the address. */
  placeOf?(address: Address): string;
  /**
   * Lists every partition that holds a record. Partitions that are added or removed during the listing may be missing.
   * Optional: not every engine can list them.
   */
  partitions?(): AsyncIterable<string>;
  /**
   * Returns the stored records of a partition after a key, in the order of their keys. They include counters, damaged records and expired records.
   * A result with fewer than `limit` records is the last page.
   */
  scan?(partition: string, after: string | undefined, limit: number): Promise<ScannedRecord[]>;
  /** Tables in which a search ranks. Default: each process keeps its search indexes in memory, and saves them as records. */
  readonly searchTables?: SearchTables;
  /** Signals to other processes, so that an idle process need not look often. Default: other processes find changes when they look. */
  readonly signals?: Signals;
}

/** A record as the engine stores it. It has either a `record` or a `damage`. */
export interface ScannedRecord {
  key: string;
  /** The engine's file or key that holds the record, as text for people. */
  place: string;
  /** The record's bytes as text, or in base64 if they are not UTF-8. Empty if the record is missing. */
  raw: string;
  record?: Versioned & { expiresAt?: number };
  damage?: DamagedRecordError;
}
