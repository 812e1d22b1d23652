import type { Awaitable } from "../awaitable.ts";
import type { Clock } from "../clock.ts";
import type { KeyRefusedEvent } from "../hooks.ts";
import type { Store } from "../store/mod.ts";
import { credentialLocation } from "./credential.ts";
import { dailyRefusals, endOfDay } from "./quota.ts";

/** Time for which refusals are collected before they are written, in milliseconds. */
const gathered = 10_000;

/** Maximum number of keys whose refusals are collected concurrently. */
const mostKeys = 1000;

/** A key's refusals that are not yet written. */
interface Untold {
  count: number;
  /** Time of the first refusal, in milliseconds since the epoch. */
  since: number;
  /** End of the collection, in milliseconds since the epoch. It is at most the end of the day that the refusals count towards. */
  until: number;
}

/**
 * Counts 429 responses for the usage statistics. Counts only keys with a verified secret, so strangers cannot write to the store. Writes
 * at most once in 10 seconds per key, and collects the refusals in between in memory. The counts are approximate: when a process ends,
 * unwritten refusals are lost.
 */
export class RefusalCounts {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #untold = new Map<string, Untold>();

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Counts a refusal if the key exceeded a request limit. Most refusals are written later. */
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

  /** Writes all collected refusals to the store. */
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
