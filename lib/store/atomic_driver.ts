import type { Awaitable } from "../awaitable.ts";
import type { QueryBatch } from "./batch.ts";
import type { Address, Changes, Committed, Conflict, Versioned } from "./changes.ts";
import type { DamagedRecordError } from "./damaged_record_error.ts";
import type { ScannedRecord } from "./scanned_record.ts";

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

/** Which keys of a partition, in which order. Keys compare by their bytes. */
export interface Range {
  /** First key of the range. Default: the partition's first. */
  start?: string;
  /** First key after the range. Default: the partition's end. */
  end?: string;
  /** How many records at the most. */
  limit: number;
  /** From the range's last record backwards. Default: false. */
  reverse?: boolean;
  /** Called for each damaged record, which is then left out and does not count for `limit`. Default: the list fails with the damage. */
  onDamaged?: (damage: DamagedRecordError) => void;
}

/** How far an engine's atomicity reaches: one process, all processes of a host, or all hosts. */
export type AtomicScope = "process" | "host" | "cluster";

/** What an acknowledged commit survives. */
export type Durability = "none" | "process-crash" | "power-loss";

/** The records of one moment: what is committed later is not among them. Only for reading. */
export interface Snapshot extends Pick<AtomicOperations, "getMany" | "list"> {
  /** To be called once the snapshot is read: until then the engine keeps what was replaced. */
  release(): void;
}

/**
 * What the API needs of a storage engine: records with versions, ordered by key within a partition,
 * and commits that touch one partition and happen whole or not at all. An engine that need not wait answers at once.
 */
export interface AtomicOperations {
  readonly scope: AtomicScope;
  readonly durability: Durability;
  /**
   * The records at these addresses, in their order; null where there is none. One round trip.
   *
   * @throws {DamagedRecordError} when a record cannot be read
   */
  getMany(addresses: readonly Address[]): Awaitable<(Versioned | null)[]>;
  /**
   * Does counts and reads of many requests in one round trip. It never throws or rejects. Default: a `getMany` and a commit for each count.
   */
  query?: QueryBatch;
  /**
   * Runs a callback at the end of the event loop tick, such as `setImmediate`. For engines that gain from one `query` for all requests of a tick.
   * Default: each request sends its own.
   */
  atEndOfTick?: (run: () => void) => void;
  /** The records of a range of one partition. */
  list(partition: string, range: Range): Promise<Versioned[]>;
  /**
   * Makes all changes or none. A damaged record exists, and has no version that a check could name. A set replaces it, and a delete removes it.
   *
   * @throws {DamagedRecordError} when a counter that is added to cannot be read
   */
  commit(partition: string, changes: Changes): Awaitable<Committed | Conflict>;
  /**
   * Checks that the engine still has the store it opened: not one that was moved, deleted, emptied or replaced meanwhile. An engine with this
   * method also checks by itself before it finds nothing at an address or in a range, and before it acknowledges a commit of records.
   *
   * @throws {StoreReplacedError} when the store is another one, or gone
   */
  assertInPlace?(): Awaitable<void>;
  /** All partitions as they are now, whatever is committed meanwhile. For engines that have such a view. */
  snapshot?(): Snapshot;
  /** The file or key of the engine that holds a record, for people. Default: the address. */
  placeOf?(address: Address): string;
  /** Every partition that holds a record. Partitions that are added or removed meanwhile may be missing. For engines that can list them. */
  partitions?(): AsyncIterable<string>;
  /**
   * The records of a partition after a key, in the order of their keys, as the engine holds them: damaged and expired records and counters, too.
   * Fewer than `limit` records are the last ones.
   */
  scan?(partition: string, after: string | undefined, limit: number): Promise<ScannedRecord[]>;
}
