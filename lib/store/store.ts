import { adopt, type Awaitable, isPromise } from "../awaitable.ts";
import { StoreUnavailableError, UnknownSchemaVersionError } from "../errors.ts";
import type {
  AddToSum,
  AtomicOperations,
  Changes,
  Check,
  Committed,
  Conflict,
  JsonObject,
  KnownAddress,
  Versioned,
} from "./atomic_driver.ts";
import type { KeyPart } from "./encode_key.ts";
import { encodeKey, rangeOf } from "./encode_key.ts";
import type { RememberedRecord } from "./remembered_record.ts";
import { StoreReplacedError } from "./store_replaced_error.ts";
import type { Location, Stored } from "./stored.ts";

/** The version of the records' form that this version of Postern writes. */
export const schemaVersion = 1;

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
}

type Keyed<Operation> = Omit<Operation, "key"> & { key: readonly KeyPart[] };
type KeyedCheck = Keyed<{ exists: boolean }> | Keyed<{ version: string }>;

/** The parts of a commit, with keys in parts and data as plain objects. */
export interface StoreChanges {
  checks?: readonly KeyedCheck[];
  sets?: readonly { key: readonly KeyPart[]; data: object; expiresAt?: number }[];
  deletes?: readonly (readonly KeyPart[])[];
  sums?: readonly Keyed<AddToSum>[];
}

/** The storage contract with keys in parts, records in a versioned envelope, and failures by one name. */
export class Store {
  readonly #atomic: AtomicOperations;

  constructor(atomic: AtomicOperations) {
    this.#atomic = atomic;
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
    return records.map((record) => record && open(record)) as StoredMany<Data>;
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
      ? found.then((some) => renew(records, { known, lastChange }, some))
      : renew(records, { known, lastChange }, found);
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
    const { prefix, after, from, to, limit, reverse = false } = options;
    const range = rangeOf(prefix);
    if (from !== undefined) range.start = encodeKey(from);
    if (to !== undefined) range.end = encodeKey(to);
    if (after !== undefined && reverse) range.end = after < range.end ? after : range.end;
    if (after !== undefined && !reverse) range.start = after < range.start ? range.start : `${after} `;
    const records = await answered(() =>
      this.#atomic.list(encodeKey(partition), { ...range, limit, reverse }),
    );
    return records.map((record) => open<Data>(record));
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

  /** How many records a range has. They are read to be counted. */
  async count(partition: readonly KeyPart[], prefix: readonly KeyPart[]): Promise<number> {
    let count = 0;
    for await (const _record of this.listAll(partition, { prefix })) count++;
    return count;
  }

  /**
   * Deletes all records of a range, as many at a time as a commit may hold. An interrupted deletion has deleted some of them.
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
      const records = await this.list(partition, { prefix, limit: deletedAtOnce });
      if (records.length === 0) return;
      const deletes = records.map(({ key }) => key);
      const result = await this.commitEncoded(encoded, { checks, deletes });
      if (!result.committed) return;
      onDeleted?.(records.length);
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
    const store = new Store({
      scope,
      durability,
      getMany: (addresses) => snapshot.getMany(addresses),
      list: (partition, range) => snapshot.list(partition, range),
      commit: () => {
        throw new TypeError("Cannot write to a snapshot");
      },
    });
    return { store, release: () => snapshot.release() };
  }

  /** Makes all changes or none. */
  async commit(partition: readonly KeyPart[], changes: StoreChanges): Promise<Committed | Conflict> {
    const { checks = [], sets = [], deletes = [], sums = [] } = changes;
    return this.commitEncoded(encodeKey(partition), {
      checks: checks.map((check): Check => ({ ...check, key: encodeKey(check.key) })),
      sets: sets.map(({ key, data, ...rest }) => ({ ...rest, key: encodeKey(key), value: enclose(data) })),
      deletes: deletes.map(encodeKey),
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

function enclose(data: object): JsonObject {
  return { schemaVersion, data: data as JsonObject };
}

function open<Data>({ key, value, version }: Versioned): Stored<Data> {
  if ("sum" in value) return { key, data: value as Data, version };
  if (value["schemaVersion"] !== schemaVersion) {
    throw new UnknownSchemaVersionError(value["schemaVersion"], schemaVersion);
  }
  return { key, data: value["data"] as Data, version };
}

async function answered<Result>(operation: () => Awaitable<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    return unavailable(error);
  }
}

function unavailable(error: unknown): never {
  throw error instanceof StoreReplacedError ? error : new StoreUnavailableError(error);
}

/** What was found in place of what was known, where that has changed. */
function renew(
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
    record.stored = one ? open(one) : null;
    return record.stored;
  });
}

function isOfVersion([record]: readonly (Versioned | "unchanged" | null)[], version: string): boolean {
  return record === "unchanged" || record?.version === version;
}
