import type { Database, Key, RootDatabase, Transaction } from "lmdb";
import type { JsonObject } from "../../lib/store/mod.ts";
import { emptyDatabase } from "./empty_database.ts";

/** A record as LMDB keeps it. The version comes first: see {@link RecordStore.hasVersion}. */
export interface LmdbRecord {
  version: string;
  expiresAt?: number;
  value: JsonObject;
  /** Of a counter: it may be in the main environment by now. See `LmdbEngine`. */
  moved?: true;
}

/** What is read of one environment: as it is now, or as it was when a snapshot was taken. */
export interface RecordView {
  /** The record at an address, also one that has expired and was not swept yet. */
  get(address: string): LmdbRecord | undefined;
  /** Addresses from `first` on and before `last`, in their order, and their records. */
  range(first: string, last: string, reverse: boolean): Iterable<{ key: string; value: LmdbRecord }>;
}

/** How many records that have expired go at once. */
const sweepSize = 1000;

/** The records of one LMDB environment, by address, and when they expire. */
export class RecordStore implements RecordView {
  readonly #environment: RootDatabase;
  readonly #records: Database<LmdbRecord, string>;
  /** Addresses of the records that expire, by time: `[expiresAt, address]`. */
  readonly #expiries: Database<true, [number, string]>;

  /** @param options.isEmpty reads nothing from the environment */
  constructor(environment: RootDatabase, { isEmpty = false }: { isEmpty?: boolean } = {}) {
    this.#environment = environment;
    this.#records = isEmpty ? emptyDatabase() : openIn(environment, "records");
    this.#expiries = isEmpty ? emptyDatabase() : openIn(environment, "expiries");
  }

  /** Reads what every process has committed until now. */
  renewSnapshot(): void {
    this.#environment.resetReadTxn();
  }

  isEmpty(): boolean {
    return this.#records.getKeysCount({ limit: 1 }) === 0;
  }

  get(address: string): LmdbRecord | undefined {
    return this.#records.get(address);
  }

  /** What every process has committed until now, and nothing that is committed later. */
  snapshot(): RecordView & { release: () => void } {
    this.renewSnapshot();
    const transaction = this.#records.useReadTransaction();
    return {
      get: (address) => this.#records.get(address, { transaction }),
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

  range(first: string, last: string, reverse: boolean): Iterable<{ key: string; value: LmdbRecord }> {
    return this.#range(first, last, reverse, {});
  }

  #range(
    first: string,
    last: string,
    reverse: boolean,
    view: { transaction?: Transaction },
  ): Iterable<{ key: string; value: LmdbRecord }> {
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

  /** Writes a record in place of the one that was there. */
  put(address: string, record: LmdbRecord, before: LmdbRecord | undefined): void {
    const { expiresAt } = record;
    if (expiresAt !== undefined && before?.expiresAt !== expiresAt) {
      this.#expiries.putSync([expiresAt, address], true);
    }
    this.#records.putSync(address, record);
  }

  remove(address: string): void {
    this.#records.removeSync(address);
  }

  /** Records that expired at or before a time, as far as they are freed at once; they are listed no more. */
  takeExpired(time: number): string[] {
    const due = [...this.#expiries.getKeys({ end: [time, "\u007f"], limit: sweepSize })];
    for (const entry of due) this.#expiries.removeSync(entry);
    return due
      .map(([, address]) => address)
      .filter((address) => (this.get(address)?.expiresAt ?? Infinity) <= time);
  }
}

/** An environment that is opened read-only has no database that was never written to. */
function openIn<Value, DatabaseKey extends Key>(
  environment: RootDatabase,
  name: string,
): Database<Value, DatabaseKey> {
  const found: Database<Value, DatabaseKey> | undefined = environment.openDB({ name, encoding: "json" });
  return found ?? emptyDatabase();
}
