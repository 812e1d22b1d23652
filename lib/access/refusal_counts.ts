import type { Clock } from "../clock.ts";
import type { KeyRefusedEvent } from "../hooks.ts";
import type { Store } from "../store/mod.ts";
import { quotaIdOf } from "./api_key_text.ts";
import { credentialLocation } from "./credential.ts";
import { dailyRefusals, endOfDay } from "./quota.ts";

/** How long refusals are gathered before they are told to the store, in milliseconds. */
const gathered = 10_000;

/** Of how many keys refusals are gathered at once. */
const mostKeys = 1000;

/** What is not told yet of one key's refusals. */
interface Untold {
  keyId: string;
  count: number;
  /** When the first of them was. */
  since: number;
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

  /** Counts a refusal, if it is one for the number of requests. */
  async add({ reason, keyId }: KeyRefusedEvent): Promise<void> {
    if (keyId === undefined || (reason !== "quota-exceeded" && reason !== "burst-exceeded")) return;
    const now = this.#clock.now();
    const id = `${quotaIdOf(keyId)} ${endOfDay(now)}`;
    const untold = this.#untold.get(id) ?? { keyId, count: 0, since: now };
    untold.count++;
    this.#untold.set(id, untold);
    if (now - untold.since >= gathered || this.#untold.size > mostKeys) await this.#tell(id, untold);
  }

  /** Tells the store all that was gathered. */
  async flush(): Promise<void> {
    await Promise.all(Array.from(this.#untold, async ([id, untold]) => this.#tell(id, untold)));
  }

  async #tell(id: string, { keyId, count, since }: Untold): Promise<void> {
    this.#untold.delete(id);
    const { partition, key } = credentialLocation(keyId);
    await this.#store.commit(partition, {
      checks: [{ key, exists: true }],
      sums: [{ ...dailyRefusals(since), add: count }],
    });
  }
}
