import type { Database, RootDatabase } from "lmdb";
import { formatRecord, type LmdbRecord, parseRecord } from "./record_text.ts";
import type { RecordStore } from "./record_store.ts";

/** Maximum number of totals to remove per call. */
const sweepSize = 1000;

/**
 * Totals of counters in the main environment, ordered by expiry. They are a little older than the counters, which a power loss removes. They
 * are outside of `records`, because a record there takes precedence over a counter.
 */
export class CounterTotals {
  readonly #totals: Database<string, [number, string]>;

  /** Must run where databases of the environment can be opened. */
  constructor(environment: RootDatabase) {
    this.#totals = environment.openDB({ name: "totals", encoding: "string" });
  }

  /** Saves the total of a counter that expires. */
  put(address: string, counter: LmdbRecord): void {
    const { expiresAt } = counter;
    if (expiresAt !== undefined) this.#totals.putSync([expiresAt, address], formatRecord(counter));
  }

  remove(address: string, { expiresAt }: LmdbRecord): void {
    if (expiresAt !== undefined) this.#totals.removeSync([expiresAt, address]);
  }

  removeExpired(now: number): void {
    const expired = [...this.#totals.getKeys({ end: [now, "\u007f"], limit: sweepSize })];
    for (const key of expired) this.#totals.removeSync(key);
  }

  /**
   * Creates the counters of an empty environment from the saved totals. Must run in transactions of both environments.
   *
   * @param main records of the main environment, which take precedence over counters
   */
  restoreInto(counters: RecordStore, main: RecordStore): void {
    for (const { key, value } of this.#totals.getRange()) {
      const [, address] = key;
      const counter = readable(value);
      if (counter !== undefined && !main.has(address)) counters.put(address, counter, undefined);
    }
  }
}

/** Returns a record, or undefined if it is damaged. */
function readable(text: string): LmdbRecord | undefined {
  try {
    return parseRecord(text);
  } catch {
    return undefined;
  }
}
