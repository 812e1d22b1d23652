import type { Database, Key, RootDatabase, Transaction } from "lmdb";
import { type Address, DamagedRecordError, type StoreLimits } from "../../../lib/store/mod.ts";
import { damageOf } from "../../records/damage_of.ts";
import { formatRecord, type LmdbRecord, parseRecord } from "./record_text.ts";
import { emptyDatabase } from "./empty_database.ts";

/** LMDB takes keys of 1,978 bytes. An entry of the expiries also has the time. */
export const lmdbLimits: StoreLimits = { store: "LMDB", addressBytes: 1950 };

/** Joins partition and key. A space sorts before every character of a key, so a partition's records are adjacent and in order. */
export function addressOf(partition: string, key: string): string {
  return `${partition} ${key}`;
}

/** Splits an address into partition and key. A damaged address without a space is read as a partition with an empty key. */
export function parseAddress(address: string): Address {
  const space = address.indexOf(" ");
  return space < 0
    ? { partition: address, key: "" }
    : { partition: address.slice(0, space), key: address.slice(space + 1) };
}

/** A record as text, with its address. */
export interface RecordEntry {
  key: string;
  value: string;
}

/** A view of one environment: its current state, or a snapshot. */
export interface RecordView {
  /**
   * Returns the record at an address, even if it has expired and was not removed yet.
   *
   * @throws {DamagedRecordError} if it cannot be read
   */
  get(address: string): LmdbRecord | undefined;
  /** Returns addresses from `first` (inclusive) to `last` (exclusive) in order, with the texts of their records. */
  range(first: string, last: string, reverse: boolean): Iterable<RecordEntry>;
  /**
   * Parses the text of an entry.
   *
   * @throws {DamagedRecordError} if the text is not a record
   */
  parse(entry: RecordEntry): LmdbRecord;
}

/** Maximum number of expired records to remove per call. */
const sweepSize = 1000;

/** The records of one LMDB environment by address, with their expiry times. */
export class RecordStore implements RecordView {
  /** The path of the environment's file, for messages. */
  readonly file: string;
  readonly #environment: RootDatabase;
  readonly #hasChecksums: boolean;
  /** JSON texts. The database's own JSON encoding has the same form, but cannot verify checksums. */
  readonly #records: Database<string, string>;
  /** Addresses of expiring records, ordered by time: `[expiresAt, address]`. */
  readonly #expiries: Database<true, [number, string]>;

  /**
   * @param options.hasChecksums true to write records with a checksum. Counters have none, because it costs 4% of a request
   * @param options.isEmpty true to read nothing from the environment
   */
  constructor(
    environment: RootDatabase,
    { file, hasChecksums, isEmpty = false }: { file: string; hasChecksums: boolean; isEmpty?: boolean },
  ) {
    this.#environment = environment;
    this.file = file;
    this.#hasChecksums = hasChecksums;
    this.#records = isEmpty ? emptyDatabase() : openIn(environment, "records", "string");
    this.#expiries = isEmpty ? emptyDatabase() : openIn(environment, "expiries", "json");
  }

  /** Makes later reads see all commits of all processes until now. */
  renewSnapshot(): void {
    this.#environment.resetReadTxn();
  }

  isEmpty(): boolean {
    return this.#records.getKeysCount({ limit: 1 }) === 0;
  }

  get(address: string, view: { transaction?: Transaction } = {}): LmdbRecord | undefined {
    const value = this.#records.get(address, view);
    return value === undefined ? undefined : this.parse({ key: address, value });
  }

  /** Like `get`, but returns undefined for a damaged record. */
  getReadable(address: string): LmdbRecord | undefined {
    try {
      return this.get(address);
    } catch (error) {
      if (error instanceof DamagedRecordError) return undefined;
      throw error;
    }
  }

  /** True if there is a record at an address, even if damaged. */
  has(address: string): boolean {
    return this.#records.doesExist(address);
  }

  parse({ key, value }: RecordEntry): LmdbRecord {
    try {
      return parseRecord(value);
    } catch (error) {
      throw damageOf(parseAddress(key), this.placeOf(key), error);
    }
  }

  placeOf(address: string): string {
    return `"${address}" in ${this.file}`;
  }

  bytesOf(address: string): Buffer | undefined {
    return this.#records.getBinary(address);
  }

  /** Returns the first addresses, beginning with `first`. */
  addressesFrom(first: string, limit: number): string[] {
    return [...this.#records.getKeys({ start: first, limit })].map(String);
  }

  /** Returns a snapshot of all commits of all processes until now. */
  snapshot(): RecordView & { release: () => void } {
    this.renewSnapshot();
    const transaction = this.#records.useReadTransaction();
    return {
      get: (address) => this.get(address, { transaction }),
      range: (first, last, reverse) => this.#range(first, last, reverse, { transaction }),
      parse: (entry) => this.parse(entry),
      release: () => transaction.done(),
    };
  }

  /** Compares the version at the beginning of a record. Parsing the whole record would be ten times as slow. */
  hasVersion(address: string, version: string): boolean {
    const bytes = this.#records.getBinaryFast(address);
    // A record that expires has its expiry next, so it does not match and is read whole.
    const expected = `{"version":"${version}","value":`;
    return bytes?.toString("latin1", 0, expected.length) === expected;
  }

  range(first: string, last: string, reverse: boolean): Iterable<RecordEntry> {
    return this.#range(first, last, reverse, {});
  }

  #range(
    first: string,
    last: string,
    reverse: boolean,
    view: { transaction?: Transaction },
  ): Iterable<RecordEntry> {
    // LMDB's reverse ranges include `start` and exclude `end`. The options swap both.
    return reverse
      ? this.#records.getRange({
          start: last,
          end: first,
          reverse,
          exclusiveStart: true,
          inclusiveEnd: true,
          ...view,
        })
      : this.#records.getRange({ start: first, end: last, ...view });
  }

  /** Writes a record. Stores its expiry unless the previous record had the same expiry. */
  put(address: string, record: LmdbRecord, before: LmdbRecord | undefined): void {
    const { expiresAt } = record;
    if (expiresAt !== undefined && before?.expiresAt !== expiresAt) {
      this.#expiries.putSync([expiresAt, address], true);
    }
    this.#records.putSync(address, this.#hasChecksums ? formatRecord(record) : JSON.stringify(record));
  }

  remove(address: string): void {
    this.#records.removeSync(address);
  }

  /** Removes expired records from the list of expiries, up to a maximum, and returns their addresses. */
  takeExpired(time: number): string[] {
    const due = [...this.#expiries.getKeys({ end: [time, "\u007f"], limit: sweepSize })];
    for (const entry of due) this.#expiries.removeSync(entry);
    return due.map(([, address]) => address).filter((address) => this.#expiryOf(address) <= time);
  }

  /** Returns the expiry of a record. A damaged record does not expire. */
  #expiryOf(address: string): number {
    try {
      return this.get(address)?.expiresAt ?? Infinity;
    } catch {
      return Infinity;
    }
  }
}

/** Opens a database. A read-only environment lacks databases that were never written. */
function openIn<Value, DatabaseKey extends Key>(
  environment: RootDatabase,
  name: string,
  encoding: "string" | "json",
): Database<Value, DatabaseKey> {
  const found: Database<Value, DatabaseKey> | undefined = environment.openDB({ name, encoding });
  return found ?? emptyDatabase();
}
