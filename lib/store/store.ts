import { type Awaitable, orElse } from "../base/awaitable.ts";
import type { Clock } from "../base/time/clock.ts";
import { Turns } from "../base/yielding.ts";
import type {
  AddToSum,
  Address,
  AtomicOperations,
  Changes,
  Check,
  Committed,
  Conflict,
  Versioned,
} from "./contract/atomic_driver.ts";
import { DamagedRecordError } from "./contract/damaged_record_error.ts";
import { createGatherers } from "./create_gatherers.ts";
import { encodeKey, type KeyPart, rangeOf } from "./encode_key.ts";
import { RecordOpener } from "./record_opener.ts";
import { StoreSignals } from "./store_signals.ts";
import type { Gatherer } from "./ask.ts";
import type { SearchTables } from "./contract/search_tables.ts";
import { snapshotOperations } from "./snapshot_operations.ts";
import { tablesOfStore } from "./tables_of_store.ts";
import { toStoreError } from "./to_store_error.ts";
import { type TraceCall, tracedOperations } from "./traced_operations.ts";
import { walkRecords } from "./walk_records.ts";
import type { Location, Stored } from "./stored.ts";
import { isDirectory, NewStoreVersion } from "./records/store_version.ts";
import { writeInParts } from "./records/write_in_parts.ts";
import { WriteTurns, type WriteTurnsDeps } from "./write_turns.ts";

/** Number of records that one commit deletes. It bounds memory, because the records are read first and may hold the HTML of posts. */
const deletedAtOnce = 100;

/** A range of records: those whose key begins with `prefix` and has more parts. */
export interface ListOptions {
  prefix: readonly KeyPart[];
  /** Encoded key of the last record of the previous page. Default: list from the first record (in reverse, from the last). */
  after?: string;
  /** Parts of the first key of the range. Default: the first key with the prefix. */
  from?: readonly KeyPart[];
  /** Parts of the first key after the range. Default: the end of the prefix. */
  to?: readonly KeyPart[];
  limit: number;
  reverse?: boolean;
  /** Called for each damaged record, which the list skips. Default: the `onDamaged` of the store. */
  onDamaged?: OnDamaged;
}

/** Called with a damaged record that an operation skips. If it throws, the operation fails. */
export type OnDamaged = (damage: DamagedRecordError) => void;

type Keyed<Operation> = Omit<Operation, "key"> & { key: readonly KeyPart[] };
type KeyedCheck = Keyed<{ exists: boolean }> | Keyed<{ version: string }>;

/** The parts of a commit, with keys in parts and data as plain objects. */
export interface StoreChanges {
  checks?: readonly KeyedCheck[];
  sets?: readonly { key: readonly KeyPart[]; data: object; expiresAt?: number }[];
  deletes?: readonly (readonly KeyPart[])[];
  /** Deletes by encoded key. */
  deletedEntries?: readonly string[];
  sums?: readonly Keyed<AddToSum>[];
}

/** Options of a {@link Store}. */
export interface StoreOptions extends WriteTurnsDeps {
  /** Provides the day and second in which a use is counted. */
  clock: Clock;
  /** Called for each damaged record that a list skips. Default: the list fails. */
  onDamaged?: OnDamaged | undefined;
  /** Records calls in traces. Default: calls are not traced. */
  trace?: TraceCall | undefined;
}

/** A store, and the clock that decides about its records. */
export interface StoreAndClock {
  store: Store;
  clock: Clock;
}

/** The storage contract with keys in parts, records in a versioned envelope, and uniform errors. */
export class Store {
  readonly #atomic: AtomicOperations;
  readonly #opener: RecordOpener;
  readonly #onDamaged: OnDamaged;
  readonly #clock: Clock;
  readonly #trace: TraceCall | undefined;
  readonly #version: NewStoreVersion;
  /** Sends the questions of requests that need the latest records. */
  readonly latest: Gatherer;
  /** Sends the questions that a replica may answer. */
  readonly replica: Gatherer;
  /** Signals to this process and others about work in the store. */
  readonly signals: StoreSignals;
  /** Repeats writes after conflicts, and orders those of this process. */
  readonly writes: WriteTurns;

  constructor(atomic: AtomicOperations, { clock, onDamaged = fail, trace, ...writes }: StoreOptions) {
    this.#atomic = trace === undefined ? atomic : tracedOperations(atomic, trace);
    this.#opener = new RecordOpener(atomic);
    this.#onDamaged = onDamaged;
    this.#clock = clock;
    this.#trace = trace;
    this.#version = new NewStoreVersion(this.#atomic);
    this.writes = new WriteTurns(writes);
    this.signals = new StoreSignals(atomic.signals, clock);
    const { latest, replica } = createGatherers(atomic, { clock, opener: this.#opener, trace });
    this.latest = latest;
    this.replica = replica;
  }

  /** Tables in which a search ranks, if the storage has them. */
  get searchTables(): SearchTables | undefined {
    const { searchTables } = this.#atomic;
    return searchTables && tablesOfStore(searchTables, this.#trace);
  }

  /** Returns the record at a location, or null. */
  async get<Data>(location: Location): Promise<Stored<Data> | null> {
    const [record] = await this.getMany<[Data]>([location]);
    return record;
  }

  /** Returns the records at several locations, in one round trip. */
  async getMany<Data extends readonly unknown[]>(locations: readonly Location[]): Promise<StoredMany<Data>> {
    const addresses = locations.map(({ partition, key }) => ({
      partition: encodeKey(partition),
      key: encodeKey(key),
    }));
    const records = await answered(() => this.#atomic.getMany(addresses));
    return records.map((record, index) =>
      record === null ? null : this.#opener.open(addresses[index] as Address, record),
    ) as StoredMany<Data>;
  }

  /** Like `getMany`, but reports each damaged record and returns null in its place. */
  async getReadable<Data extends readonly unknown[]>(
    locations: readonly Location[],
  ): Promise<StoredMany<Data>> {
    const records = await this.getManyOrDamage<Data>(locations);
    return records.map((record) => {
      if (!(record instanceof DamagedRecordError)) return record;
      this.report(record);
      return null;
    }) as StoredMany<Data>;
  }

  /** Like `getMany`, but returns the damage in place of a damaged record. It needs more than one round trip only if a record is damaged. */
  async getManyOrDamage<Data extends readonly unknown[]>(
    locations: readonly Location[],
  ): Promise<{ [Index in keyof Data]: Stored<Data[Index]> | DamagedRecordError | null }> {
    try {
      return await this.getMany<Data>(locations);
    } catch (error) {
      if (!(error instanceof DamagedRecordError)) throw error;
    }
    const records = await Promise.all(locations.map((location) => this.getOrDamage(location)));
    return records as { [Index in keyof Data]: Stored<Data[Index]> | DamagedRecordError | null };
  }

  /** Reports a damaged record that the caller skips. */
  report(damage: DamagedRecordError): void {
    this.#onDamaged(damage);
  }

  /** Creates the error for a missing record that another record names. */
  missing(
    { partition, key }: Location,
    reason = "it is missing, but another record refers to it",
  ): DamagedRecordError {
    return this.#opener.damageOf({ partition: encodeKey(partition), key: encodeKey(key) }, reason);
  }

  /** Returns true if the range has a record, even a damaged one. */
  async hasAny(partition: readonly KeyPart[], prefix: readonly KeyPart[]): Promise<boolean> {
    let isDamaged = false;
    const onDamaged = (): void => void (isDamaged = true);
    const records = await this.list(partition, { prefix, limit: 1, onDamaged });
    return isDamaged || records.length > 0;
  }

  /** Returns true if the location has a record, even a damaged one. */
  async has(location: Location): Promise<boolean> {
    return (await this.getOrDamage(location)) !== null;
  }

  /** Like `get`, but returns the damage of a damaged record. For callers that replace or delete the record. */
  async getOrDamage<Data>(location: Location): Promise<Stored<Data> | DamagedRecordError | null> {
    try {
      return await this.get<Data>(location);
    } catch (error) {
      if (error instanceof DamagedRecordError) return error;
      throw error;
    }
  }

  /** Returns the records of a range, in the order of their keys. */
  async list<Data>(partition: readonly KeyPart[], options: ListOptions): Promise<Stored<Data>[]> {
    const { prefix, after, from, to, limit, reverse = false, onDamaged = this.#onDamaged } = options;
    const range = rangeOf(prefix);
    if (from !== undefined) range.start = encodeKey(from);
    if (to !== undefined) range.end = encodeKey(to);
    if (after !== undefined && reverse) range.end = after < range.end ? after : range.end;
    if (after !== undefined && !reverse) range.start = after < range.start ? range.start : `${after} `;
    const encoded = encodeKey(partition);
    const found: Stored<Data>[] = [];
    for (;;) {
      const wanted = limit - found.length;
      const records = await answered(() =>
        this.#atomic.list(encoded, { ...range, limit: wanted, reverse, onDamaged }),
      );
      for (const record of records) {
        const opened = this.#openOrReport<Data>({ partition: encoded, key: record.key }, record, onDamaged);
        if (opened !== null) found.push(opened);
      }
      const last = records.at(-1);
      if (records.length < wanted || found.length >= limit || last === undefined) return found;
      if (reverse) range.end = last.key;
      else range.start = `${last.key} `;
    }
  }

  #openOrReport<Data>(address: Address, record: Versioned, onDamaged: OnDamaged): Stored<Data> | null {
    try {
      return this.#opener.open<Data>(address, record);
    } catch (error) {
      onDamaged(error as DamagedRecordError);
      return null;
    }
  }

  /** Starts the turns of a loop over records. Walks over a range have turns of their own. */
  turns(): Turns {
    return new Turns(this.#clock);
  }

  /** Lists all records of a range, with the damage in place of each damaged record, so that the caller can delete it. */
  async *listWithDamaged<Data>(
    partition: readonly KeyPart[],
    options: Omit<ListOptions, "limit" | "after">,
  ): AsyncGenerator<Stored<Data> | DamagedRecordError> {
    const damaged: DamagedRecordError[] = [];
    const onDamaged = (damage: DamagedRecordError): void => void damaged.push(damage);
    const turns = this.turns();
    for await (const records of this.listPages<Data>(partition, { ...options, onDamaged }, deletedAtOnce)) {
      yield* eachInTurn([...damaged.splice(0), ...records], turns);
    }
    yield* eachInTurn(damaged, turns);
  }

  /** Lists all records of a range, in turns as {@link Store.listPages} does. It reads `pageSize` records at a time. */
  async *listAll<Data>(
    partition: readonly KeyPart[],
    options: Omit<ListOptions, "limit" | "after">,
    pageSize = 500,
  ): AsyncGenerator<Stored<Data>> {
    const turns = this.turns();
    for await (const records of this.listPages<Data>(partition, options, pageSize)) {
      yield* eachInTurn(records, turns);
    }
  }

  /** Lists all records of a range in pages. Other requests run in between whenever the caller has run for 5 ms. */
  async *listPages<Data>(
    partition: readonly KeyPart[],
    options: Omit<ListOptions, "limit" | "after">,
    pageSize: number,
  ): AsyncGenerator<Stored<Data>[]> {
    let after: string | undefined;
    const turns = this.turns();
    for (;;) {
      if (turns.isOver) await turns.next();
      const page: ListOptions = { ...options, limit: pageSize };
      if (after !== undefined) page.after = after;
      const records = await this.list<Data>(partition, page);
      if (records.length > 0) yield records;
      if (records.length < pageSize) return;
      after = records.at(-1)?.key;
    }
  }

  /** Returns the number of records of a range, including damaged ones. It reads every record. */
  async count(partition: readonly KeyPart[], prefix: readonly KeyPart[]): Promise<number> {
    let count = 0;
    for await (const _record of this.listWithDamaged(partition, { prefix })) count++;
    return count;
  }

  /**
   * Walks the addresses of all readable records. It returns undefined if the engine cannot list its partitions.
   *
   * @param only encoded partitions. Default: all
   */
  walk(only?: ReadonlySet<string>): AsyncGenerator<Address> | undefined {
    return walkRecords(this.#atomic, this.#clock, only);
  }

  /**
   * Deletes all records of a range, including damaged ones, in several commits. An interrupted deletion leaves some of the records.
   *
   * The existence of the record `unless` stops the deletion. `onDeleted` is called after each commit with the number of deleted records.
   */
  async deleteAll(
    partition: readonly KeyPart[],
    prefix: readonly KeyPart[],
    { unless, onDeleted }: { unless?: readonly KeyPart[]; onDeleted?: (records: number) => void } = {},
  ): Promise<void> {
    const encoded = encodeKey(partition);
    const checks = unless === undefined ? [] : [{ key: encodeKey(unless), exists: false }];
    const turns = this.turns();
    for (;;) {
      if (turns.isOver) await turns.next();
      const deletes: string[] = [];
      const onDamaged = ({ key }: DamagedRecordError): void => void deletes.push(key);
      const records = await this.list(partition, { prefix, limit: deletedAtOnce, onDamaged });
      deletes.push(...records.map(({ key }) => key));
      if (deletes.length === 0) return;
      let isStopped = false;
      await writeInParts(deletes, async (part) => {
        const result = await this.commitEncoded(encoded, { checks, deletes: part });
        isStopped ||= !result.committed;
        if (result.committed) onDeleted?.(part.length);
      });
      if (isStopped) return;
    }
  }

  /**
   * Returns a read-only view of the store that later writes do not change, or null if the engine has no snapshots. Call `release` after the
   * last read.
   */
  snapshot(): { store: Store; release: () => void } | null {
    const snapshot = this.#atomic.snapshot?.();
    if (snapshot === undefined) return null;
    const atomic = snapshotOperations(snapshot, this.#atomic, this.#opener);
    const store = new Store(atomic, { clock: this.#clock, onDamaged: this.#onDamaged, trace: this.#trace });
    return { store, release: () => snapshot.release() };
  }

  /** Applies all changes, or leaves the store unchanged. */
  async commit(partition: readonly KeyPart[], changes: StoreChanges): Promise<Committed | Conflict> {
    const { checks = [], sets = [], deletes = [], deletedEntries = [], sums = [] } = changes;
    const encoded = encodeKey(partition);
    if (isDirectory(encoded)) await answered(() => this.#version.ensureWritten());
    return this.commitEncoded(encoded, {
      checks: checks.map((check): Check => ({ ...check, key: encodeKey(check.key) })),
      sets: sets.map(({ key, data, ...rest }) => ({
        key: encodeKey(key),
        value: this.#opener.enclose(data),
        ...rest,
      })),
      deletes: [...deletes.map(encodeKey), ...deletedEntries],
      sums: sums.map((sum) => ({ ...sum, key: encodeKey(sum.key) })),
    });
  }

  /** Replaces a record that has been listed. Returns false if it has changed since. */
  async replace(
    partition: readonly KeyPart[],
    { key, version, data, ...rest }: Stored<object> & { expiresAt?: number },
  ): Promise<boolean> {
    const sets = [{ key, value: this.#opener.enclose(data), ...rest }];
    return (await this.commitEncoded(encodeKey(partition), { checks: [{ key, version }], sets })).committed;
  }

  /** Like `commit`, with an encoded partition and encoded keys. It returns synchronously if the engine does. */
  commitEncoded(partition: string, changes: Changes): Awaitable<Committed | Conflict> {
    return orElse(() => this.#atomic.commit(partition, changes), unavailable);
  }
}

type StoredMany<Data extends readonly unknown[]> = { [Index in keyof Data]: Stored<Data[Index]> | null };

async function answered<Result>(operation: () => Awaitable<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    return unavailable(error);
  }
}

function unavailable(error: unknown): never {
  throw toStoreError(error);
}

/** Yields items, and lets other requests run whenever a turn is over. */
async function* eachInTurn<Item>(items: readonly Item[], turns: Turns): AsyncGenerator<Item> {
  for (const item of items) {
    if (turns.isOver) await turns.next();
    yield item;
  }
}

function fail(damage: DamagedRecordError): never {
  throw damage;
}
