import { adopt, type Awaitable, isPromise } from "../awaitable.ts";
import { StoreUnavailableError } from "../errors.ts";
import type {
  AddToSum,
  Address,
  AtomicOperations,
  Changes,
  Check,
  Committed,
  Conflict,
  KnownAddress,
  Versioned,
} from "./atomic_driver.ts";
import { DamagedRecordError } from "./damaged_record_error.ts";
import type { KeyPart } from "./encode_key.ts";
import { encodeKey, rangeOf } from "./encode_key.ts";
import { RecordOpener } from "./record_opener.ts";
import type { RememberedRecord } from "./remembered_record.ts";
import { StoreReplacedError } from "./store_replaced_error.ts";
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

/** The storage contract with keys in parts, records in a versioned envelope, and failures by one name. */
export class Store {
  readonly #atomic: AtomicOperations;
  readonly #opener: RecordOpener;
  readonly #onDamaged: OnDamaged;

  /** @param onDamaged called for each damaged record that a list leaves out. Default: the list fails. */
  constructor(atomic: AtomicOperations, onDamaged: OnDamaged = fail) {
    this.#atomic = atomic;
    this.#opener = new RecordOpener(atomic);
    this.#onDamaged = onDamaged;
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

  /**
   * Reads again what is read all the time, in one round trip. What has not changed since is not read twice, where the engine
   * can tell; an engine that need not wait answers at once.
   */
  revisit<Data extends readonly unknown[]>(records: {
    [Index in keyof Data]: RememberedRecord<Data[Index]>;
  }): Awaitable<StoredMany<Data>>;
  revisit(records: readonly RememberedRecord<unknown>[]): Awaitable<(Stored<unknown> | null)[]> {
    // As of now: what an answer that is still under way finds must not be taken for what this one knows.
    const known = records.map(({ stored }) => stored);
    const lastChange = this.lastChange();
    const found = this.#readChanged(
      records.map(({ partition, key, stored }) => ({ partition, key, version: stored?.version })),
    );
    return isPromise(found)
      ? found.then((some) => this.#renew(records, { known, lastChange }, some))
      : this.#renew(records, { known, lastChange }, found);
  }

  /** What was found in place of what was known, where that has changed. */
  #renew(
    records: readonly RememberedRecord<unknown>[],
    { known, lastChange }: { known: readonly (Stored<unknown> | null)[]; lastChange: number | undefined },
    found: readonly (Versioned | "unchanged" | null)[],
  ): (Stored<unknown> | null)[] {
    return records.map((record, index) => {
      const one = found[index];
      if (one === "unchanged") {
        record.seenAt = lastChange;
        return known[index] ?? null;
      }
      record.stored = one ? this.#opener.open(record, one) : null;
      return record.stored;
    });
  }

  /** Whether a record is as it was when it was visited last, where the engine can tell so at once; it need not be visited then. */
  isUntouched({ seenAt }: RememberedRecord<unknown>): boolean {
    return seenAt !== undefined && seenAt === this.lastChange();
  }

  /** A number that is another one after every change of a record that is no counter, where the engine can tell at once. */
  lastChange(): number | undefined {
    try {
      return this.#atomic.lastChange?.();
    } catch (error) {
      return unavailable(error);
    }
  }

  /** Whether what is asked for in one turn of the event loop is sent together, at its end. */
  get sendsTogether(): boolean {
    return this.#atomic.beforeSending !== undefined;
  }

  /** Calls an action once, before what is asked for in this turn is sent. Only for a store that {@link sendsTogether}. */
  beforeSending(action: () => void): void {
    this.#atomic.beforeSending?.(action);
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

  /** Whether the record at a location still is of this version: false when it is not, or is there no more. */
  hasVersion({ partition, key }: Location, version: string): Awaitable<boolean> {
    const found = this.#readChanged([{ partition: encodeKey(partition), key: encodeKey(key), version }]);
    return isPromise(found) ? found.then((some) => isOfVersion(some, version)) : isOfVersion(found, version);
  }

  #readChanged(addresses: readonly KnownAddress[]): Awaitable<(Versioned | "unchanged" | null)[]> {
    const atomic = this.#atomic;
    try {
      const found = adopt(atomic.getManyIfChanged?.(addresses) ?? atomic.getMany(addresses));
      return isPromise(found) ? found.catch(unavailable) : found;
    } catch (error) {
      return unavailable(error);
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
    const store = new Store(atomic, this.#onDamaged);
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
  if (error instanceof DamagedRecordError || error instanceof StoreReplacedError) throw error;
  throw new StoreUnavailableError(error);
}

function isOfVersion([record]: readonly (Versioned | "unchanged" | null)[], version: string): boolean {
  return record === "unchanged" || record?.version === version;
}

function fail(damage: DamagedRecordError): never {
  throw damage;
}
