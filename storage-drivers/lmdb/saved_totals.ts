import type { Clock } from "../../lib/base/time/clock.ts";
import type { MainEnvironment } from "./environments/main_environment.ts";
import { CounterTotals } from "./records/counter_totals.ts";
import type { LmdbRecord } from "./records/record_text.ts";
import type { RecordStore } from "./records/record_store.ts";

/** Milliseconds between two saves. A power loss removes the counts of this time. */
const saveInterval = 1000;

/** Maximum number of totals in a transaction, so that other work is not held up. */
const batchSize = 1000;

/** Parts of {@link SavedTotals}. */
export interface SavedTotalsParts {
  main: MainEnvironment;
  counters: RecordStore;
  clock: Clock;
}

/** Saves the totals of changed counters once a second, with a flush of the main environment. */
export class SavedTotals {
  readonly #parts: SavedTotalsParts;
  readonly #totals: CounterTotals;
  /** Addresses of counters that have changed since they were saved. */
  #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> | undefined;

  /** Must run where databases of `main` can be opened. */
  constructor({ main, counters, clock }: SavedTotalsParts) {
    this.#parts = { main, counters, clock };
    this.#totals = new CounterTotals(main.root);
  }

  /** Notes a changed counter. A counter that expires before it would be saved is ignored. */
  note(address: string, expiresAt: number | undefined, now: number): void {
    if (expiresAt === undefined || expiresAt - now <= saveInterval) return;
    this.#changed.add(address);
    this.#schedule();
  }

  /** Removes the total of a counter that has moved to `main`. Must run inside a transaction of `main`. */
  remove(address: string, counter: LmdbRecord): void {
    this.#changed.delete(address);
    this.#totals.remove(address, counter);
  }

  /** Saves the totals that are left. Nothing may be noted afterwards. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#saving;
    await this.#save();
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#saving !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#saving = this.#saveAgain();
    }, saveInterval);
    this.#timer.unref();
  }

  async #saveAgain(): Promise<void> {
    await this.#save();
    this.#saving = undefined;
    if (this.#changed.size > 0) this.#schedule();
  }

  /** Saves all changed counters. If the main environment cannot be written, they stay for the next save. */
  async #save(): Promise<void> {
    const addresses = [...this.#changed];
    this.#changed = new Set();
    for (let start = 0; start < addresses.length; start += batchSize) {
      const batch = addresses.slice(start, start + batchSize);
      try {
        await this.#parts.main.transact(() => this.#put(batch));
      } catch {
        // The commits of content report the failure.
        for (const address of addresses.slice(start)) this.#changed.add(address);
        return;
      }
    }
  }

  /** Must run inside a transaction of `main`. */
  #put(addresses: readonly string[]): void {
    const { counters, clock } = this.#parts;
    counters.renewSnapshot();
    this.#totals.removeExpired(clock.now());
    for (const address of addresses) {
      const counter = counters.getReadable(address);
      if (counter !== undefined && counter.moved === undefined) this.#totals.put(address, counter);
    }
  }
}
