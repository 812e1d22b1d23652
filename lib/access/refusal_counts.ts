import type { Awaitable } from "../awaitable.ts";
import type { Clock } from "../clock.ts";
import type { KeyRefusedEvent } from "../hooks.ts";
import type { Store } from "../store/mod.ts";
import { credentialLocation } from "./credential.ts";
import { dailyRefusals, endOfDay } from "./quota.ts";

/** How long refusals are gathered before they are told to the store, in milliseconds. */
const gathered = 10_000;

/** Of how many keys refusals are gathered at once. */
const mostKeys = 1000;

/** What is not told yet of one key's refusals. */
interface Untold {
  count: number;
  /** When the first of them was. */
  since: number;
  /** Until when they are gathered: no longer than the day, which they are counted on. */
  until: number;
}

/**
 * Counts the requests that were answered with 429, for the usage. Only of keys whose true secret was sent, so no stranger writes to the
 * store, and at most once in 10 seconds for each key: the refusals in between are gathered in memory. It is a figure for people. What a
 * process has not told when it ends is lost.
 */
export class RefusalCounts {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #untold = new Map<string, Untold>();

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Counts a refusal, if it is one for the number of requests. Nearly none is told to the store at once. */
  add({ reason, keyId }: KeyRefusedEvent): Awaitable<void> {
    if (keyId === undefined || (reason !== "quota-exceeded" && reason !== "burst-exceeded")) return undefined;
    const now = this.#clock.now();
    const untold = this.#untold.get(keyId);
    if (untold !== undefined && now < untold.until) {
      untold.count++;
      return undefined;
    }
    const begun = { count: 1, since: now, until: Math.min(now + gathered, endOfDay(now)) };
    if (untold === undefined && this.#untold.size >= mostKeys) return this.#tell(keyId, begun);
    this.#untold.set(keyId, begun);
    return untold && this.#tell(keyId, untold);
  }

  /** Tells the store all that was gathered. */
  async flush(): Promise<void> {
    const all = [...this.#untold];
    this.#untold.clear();
    await Promise.all(all.map(async ([keyId, untold]) => this.#tell(keyId, untold)));
  }

  async #tell(keyId: string, { count, since }: Untold): Promise<void> {
    const { partition, key } = credentialLocation(keyId);
    await this.#store.commit(partition, {
      checks: [{ key, exists: true }],
      sums: [{ ...dailyRefusals(since), add: count }],
    });
  }
}
