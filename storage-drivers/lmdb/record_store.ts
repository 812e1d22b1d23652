import type { Database, Key, RootDatabase, Transaction } from "lmdb";
import { damageOf } from "../damage_of.ts";
import { parseAddress } from "./address.ts";
import { formatRecord, type LmdbRecord, parseRecord } from "./record_text.ts";
import { emptyDatabase } from "./empty_database.ts";

/** The text of a record under its address. */
export interface RecordEntry {
  key: string;
  value: string;
}

/** What is read of one environment: as it is now, or as it was when a snapshot was taken. */
export interface RecordView {
  /**
   * The record at an address, also one that has expired and was not swept yet.
   *
   * @throws {DamagedRecordError} when it cannot be read
   */
  get(address: string): LmdbRecord | undefined;
  /** Addresses from `first` on and before `last`, in their order, and the texts of their records. */
  range(first: string, last: string, reverse: boolean): Iterable<RecordEntry>;
}

/** How many records that have expired go at once. */
const sweepSize = 1000;

/** The records of one LMDB environment, by address, and when they expire. */
export class RecordStore implements RecordView {
  /** The environment's file, for people. */
  readonly file: string;
  readonly #environment: RootDatabase;
  readonly #format: (record: LmdbRecord) => string;
  /** JSON texts: the database's own JSON encoding has the same form, and cannot verify it. */
  readonly #records: Database<string, string>;
  /** Addresses of the records that expire, by time: `[expiresAt, address]`. */
  readonly #expiries: Database<true, [number, string]>;

  /**
   * @param options.hasChecksums whether records are written with a checksum: for counters it costs 4% of a request
   * @param options.isEmpty reads nothing from the environment
   */
  constructor(
    environment: RootDatabase,
    { file, hasChecksums, isEmpty = false }: { file: string; hasChecksums: boolean; isEmpty?: boolean },
  ) {
    this.#environment = environment;
    this.file = file;
    this.#format = hasChecksums ? formatRecord : (record) => JSON.stringify(record);
    this.#records = isEmpty ? emptyDatabase() : openIn(environment, "records", "string");
    this.#expiries = isEmpty ? emptyDatabase() : openIn(environment, "expiries", "json");
  }

  /** Reads what every process has committed until now. */
  renewSnapshot(): void {
    this.#environment.resetReadTxn();
  }

  isEmpty(): boolean {
    return this.#records.getKeysCount({ limit: 1 }) === 0;
  }

  get(address: string): LmdbRecord | undefined {
    return this.#parse(address, this.#records.get(address));
  }

  /** Whether there is a record at an address, damaged or not. */
  has(address: string): boolean {
    return this.#records.doesExist(address);
  }

  /**
   * Reads the text of an entry.
   *
   * @throws {DamagedRecordError} when it is not a record
   */
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

  /** The bytes of a record. */
  bytesOf(address: string): Buffer | undefined {
    return this.#records.getBinary(address);
  }

  /** The first addresses from one on. */
  addressesFrom(first: string, limit: number): string[] {
    return [...this.#records.getKeys({ start: first, limit })].map(String);
  }

  /** What every process has committed until now, and nothing that is committed later. */
  snapshot(): RecordView & { release: () => void } {
    this.renewSnapshot();
    const transaction = this.#records.useReadTransaction();
    return {
      get: (address) => this.#parse(address, this.#records.get(address, { transaction })),
      range: (first, last, reverse) => this.#range(first, last, reverse, { transaction }),
      release: () => transaction.done(),
    };
  }

  /** Looks at the first bytes of a record, which say its version: to parse all of it costs ten times as much. */
  hasVersion(address: string, version: string): boolean {
    const bytes = this.#records.getBinaryFast(address);
    // A record that expires has its expiry next, and is read whole.
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
    // LMDB's reverse ranges begin at `start`, which is inclusive, and stop before `end`: the other way round.
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

  /** Writes a record. Its expiry is noted unless the record before had the same. */
  put(address: string, record: LmdbRecord, before: LmdbRecord | undefined): void {
    const { expiresAt } = record;
    if (expiresAt !== undefined && before?.expiresAt !== expiresAt) {
      this.#expiries.putSync([expiresAt, address], true);
    }
    this.#records.putSync(address, this.#format(record));
  }

  remove(address: string): void {
    this.#records.removeSync(address);
  }

  /** Records that expired at or before a time, as far as they are freed at once; they are listed no more. */
  takeExpired(time: number): string[] {
    const due = [...this.#expiries.getKeys({ end: [time, "\u007f"], limit: sweepSize })];
    for (const entry of due) this.#expiries.removeSync(entry);
    return due.map(([, address]) => address).filter((address) => this.#expiryOf(address) <= time);
  }

  /** A damaged record does not expire. */
  #expiryOf(address: string): number {
    try {
      return this.get(address)?.expiresAt ?? Infinity;
    } catch {
      return Infinity;
    }
  }

  #parse(address: string, text: string | undefined): LmdbRecord | undefined {
    return text === undefined ? undefined : this.parse({ key: address, value: text });
  }
}

/** An environment that is opened read-only has no database that was never written to. */
function openIn<Value, DatabaseKey extends Key>(
  environment: RootDatabase,
  name: string,
  encoding: "string" | "json",
): Database<Value, DatabaseKey> {
  const found: Database<Value, DatabaseKey> | undefined = environment.openDB({ name, encoding });
  return found ?? emptyDatabase();
}
