import { adopt, type Awaitable, isPromise } from "../awaitable.ts";
import type { Clock } from "../clock.ts";
import type {
  AddToSum,
  Address,
  AtomicOperations,
  Changes,
  Check,
  Committed,
  Conflict,
  Versioned,
} from "./atomic_driver.ts";
import { DamagedRecordError } from "./damaged_record_error.ts";
import { encodeKey, type KeyPart, rangeOf } from "./encode_key.ts";
import { RecordOpener } from "./record_opener.ts";
import { queryByParts } from "./query_by_parts.ts";
import { Gatherer, type StoreQuery, type StoreResult } from "./gather.ts";
import { toStoreError } from "./to_store_error.ts";
import type { Location, Stored } from "./stored.ts";

/** How many records one commit deletes: they are read before, and some are contents of posts. */
const deletedAtOnce = 100;

/** Which records of a partition: those whose key begins with `prefix` and goes on. */
export interface ListOptions {
  prefix: readonly KeyPart[];
  /** Encoded key of the record after which to go on. Default: the first (the last, in reverse). */
  after?: string;
  /** Parts of the first key of the range. Default: the prefix's first. */
  from?: readonly KeyPart[];
  /** Parts of the first key after the range. Default: the prefix's end. */
  to?: readonly KeyPart[];
  limit: number;
  reverse?: boolean;
  /** Called for each damaged record, which is left out. Default: the store's own. */
  onDamaged?: OnDamaged;
}

/** Called with a damaged record that is left out. When it throws, the operation fails. */
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
export interface StoreOptions {
  /** Decides on which day and second a use is counted. */
  clock: Clock;
  /** Called for each damaged record that a list leaves out. Default: the list fails. */
  onDamaged?: OnDamaged | undefined;
}

/** The storage contract with keys in parts, records in a versioned envelope, and failures by one name. */
export class Store {
  readonly #atomic: AtomicOperations;
  readonly #opener: RecordOpener;
  readonly #onDamaged: OnDamaged;
  readonly #clock: Clock;
  readonly #gatherer: Gatherer;

  /** @param options.onDamaged called for each damaged record that a list leaves out. Default: the list fails. */
  constructor(atomic: AtomicOperations, { clock, onDamaged = fail }: StoreOptions) {
    this.#atomic = atomic;
    this.#opener = new RecordOpener(atomic);
    this.#onDamaged = onDamaged;
    this.#clock = clock;
    this.#gatherer = new Gatherer({
      query: atomic.query?.bind(atomic) ?? queryByParts(atomic),
      atEndOfTick: atomic.atEndOfTick?.bind(atomic),
      clock,
      opener: this.#opener,
    });
  }

  /** The record at a location, or null. */
  async get<Data>(location: Location): Promise<Stored<Data> | null> {
    const [record] = await this.getMany<[Data]>([location]);
    return record;
  }

  /** The records at several locations, in one round trip. */
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

  /** Like `getMany`, with null in place of a damaged record, which is reported. */
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

  /** Like `getMany`, with the damage in place of a damaged record. Only damage takes more than one round trip. */
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

  /** Reports a damaged record that is left out. */
  report(damage: DamagedRecordError): void {
    this.#onDamaged(damage);
  }

  /** The damage of a record that another record names and that does not exist. */
  missing(
    { partition, key }: Location,
    reason = "it is missing, and another record names it",
  ): DamagedRecordError {
    return this.#opener.damageOf({ partition: encodeKey(partition), key: encodeKey(key) }, reason);
  }

  /** Counts a use and reads cached records of one request, in one round trip. An engine that need not wait answers immediately. */
  query(query: StoreQuery): Awaitable<StoreResult> {
    return this.#gatherer.run(query);
  }

  /** Whether there is any record of a range, damaged or not. */
  async hasAny(partition: readonly KeyPart[], prefix: readonly KeyPart[]): Promise<boolean> {
    let isDamaged = false;
    const onDamaged = (): void => void (isDamaged = true);
    const records = await this.list(partition, { prefix, limit: 1, onDamaged });
    return isDamaged || records.length > 0;
  }

  /** Whether there is a record at a location, damaged or not. */
  async has(location: Location): Promise<boolean> {
    return (await this.getOrDamage(location)) !== null;
  }

  /** The record at a location, null, or the damage of a record that is to be replaced or deleted. */
  async getOrDamage<Data>(location: Location): Promise<Stored<Data> | DamagedRecordError | null> {
    try {
      return await this.get<Data>(location);
    } catch (error) {
      if (error instanceof DamagedRecordError) return error;
      throw error;
    }
  }

  /** The records of a range, in the order of their keys. */
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

  /** All records of a range, damaged ones as their damage: for deleting them. */
  async *listWithDamaged<Data>(
    partition: readonly KeyPart[],
    options: Omit<ListOptions, "limit" | "after">,
  ): AsyncGenerator<Stored<Data> | DamagedRecordError> {
    const damaged: DamagedRecordError[] = [];
    const onDamaged = (damage: DamagedRecordError): void => void damaged.push(damage);
    for await (const records of this.listPages<Data>(partition, { ...options, onDamaged }, deletedAtOnce)) {
      yield* damaged.splice(0);
      yield* records;
    }
    yield* damaged;
  }

  /** All records of a range, one by one; they are read a page at a time. */
  async *listAll<Data>(
    partition: readonly KeyPart[],
    options: Omit<ListOptions, "limit" | "after">,
    pageSize = 500,
  ): AsyncGenerator<Stored<Data>> {
    for await (const records of this.listPages<Data>(partition, options, pageSize)) yield* records;
  }

  /** All records of a range, a page at a time. */
  async *listPages<Data>(
    partition: readonly KeyPart[],
    options: Omit<ListOptions, "limit" | "after">,
    pageSize: number,
  ): AsyncGenerator<Stored<Data>[]> {
    let after: string | undefined;
    for (;;) {
      const page: ListOptions = { ...options, limit: pageSize };
      if (after !== undefined) page.after = after;
      const records = await this.list<Data>(partition, page);
      if (records.length > 0) yield records;
      if (records.length < pageSize) return;
      after = records.at(-1)?.key;
    }
  }

  /** How many records a range has, damaged ones too. They are read to be counted. */
  async count(partition: readonly KeyPart[], prefix: readonly KeyPart[]): Promise<number> {
    let count = 0;
    for await (const _record of this.listWithDamaged(partition, { prefix })) count++;
    return count;
  }

  /**
   * Deletes all records of a range, damaged ones too, as many at a time as a commit may hold. An interrupted deletion has deleted some of them.
   *
   * @param options.unless where a record is that ends the deletion when it is there
   * @param options.onDeleted told how many more are deleted
   */
  async deleteAll(
    partition: readonly KeyPart[],
    prefix: readonly KeyPart[],
    { unless, onDeleted }: { unless?: readonly KeyPart[]; onDeleted?: (records: number) => void } = {},
  ): Promise<void> {
    const encoded = encodeKey(partition);
    const checks = unless === undefined ? [] : [{ key: encodeKey(unless), exists: false }];
    for (;;) {
      const deletes: string[] = [];
      const onDamaged = ({ key }: DamagedRecordError): void => void deletes.push(key);
      const records = await this.list(partition, { prefix, limit: deletedAtOnce, onDamaged });
      deletes.push(...records.map(({ key }) => key));
      if (deletes.length === 0) return;
      const result = await this.commitEncoded(encoded, { checks, deletes });
      if (!result.committed) return;
      onDeleted?.(deletes.length);
    }
  }

  /**
   * The store as it is now, whatever is written meanwhile, for engines that have such a view; else null. Nothing is written through
   * it, and `release` is called when it is read.
   */
  snapshot(): { store: Store; release: () => void } | null {
    const snapshot = this.#atomic.snapshot?.();
    if (snapshot === undefined) return null;
    const { scope, durability } = this.#atomic;
    const atomic: AtomicOperations = {
      scope,
      durability,
      getMany: (addresses) => snapshot.getMany(addresses),
      list: (partition, range) => snapshot.list(partition, range),
      placeOf: (address) => this.#opener.placeOf(address),
      commit: () => {
        throw new TypeError("Cannot write to a snapshot");
      },
    };
    const store = new Store(atomic, { clock: this.#clock, onDamaged: this.#onDamaged });
    return { store, release: () => snapshot.release() };
  }

  /** Makes all changes or none. */
  async commit(partition: readonly KeyPart[], changes: StoreChanges): Promise<Committed | Conflict> {
    const { checks = [], sets = [], deletes = [], deletedEntries = [], sums = [] } = changes;
    return this.commitEncoded(encodeKey(partition), {
      checks: checks.map((check): Check => ({ ...check, key: encodeKey(check.key) })),
      sets: sets.map(({ key, data, ...rest }) => ({
        ...rest,
        key: encodeKey(key),
        value: this.#opener.enclose(data),
      })),
      deletes: [...deletes.map(encodeKey), ...deletedEntries],
      sums: sums.map((sum) => ({ ...sum, key: encodeKey(sum.key) })),
    });
  }

  /** A commit whose partition and keys are encoded already. An engine that need not wait answers at once. */
  commitEncoded(partition: string, changes: Changes): Awaitable<Committed | Conflict> {
    try {
      const committed = adopt(this.#atomic.commit(partition, changes));
      return isPromise(committed) ? committed.catch(unavailable) : committed;
    } catch (error) {
      return unavailable(error);
    }
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

function fail(damage: DamagedRecordError): never {
  throw damage;
}
