import type { Awaitable } from "../../base/awaitable.ts";
import type { WorkTime } from "../../base/bound_to_request.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { KeyRefusedEvent } from "../access_hooks.ts";
import type { Store, StoreAndClock } from "../../store/mod.ts";
import { credentialLocation } from "../verification/credential.ts";
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

/** Dependencies of {@link RefusalCounts}. */
export interface RefusalCountsDeps extends StoreAndClock {
  onError: (error: unknown) => void;
}

/**
 * Counts 429 responses for the usage statistics. Counts only keys with a verified secret, so strangers cannot write to the store. Writes
 * at most once in 10 seconds per key, and collects the refusals in between in memory. The counts are approximate: when a process ends,
 * unwritten refusals are lost. Where no process lives on, it writes each refusal.
 */
export class RefusalCounts {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #untold = new Map<string, Untold>();

  readonly #onError: (error: unknown) => void;

  constructor({ store, clock, onError }: RefusalCountsDeps) {
    this.#store = store;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Counts a refusal if the key exceeded a request limit. Most refusals are written later. Errors are reported to `onError`. */
  add({ reason, keyId }: KeyRefusedEvent, workTime: WorkTime): Awaitable<void> {
    if (keyId === undefined || (reason !== "quota-exceeded" && reason !== "burst-exceeded")) return undefined;
    const now = this.#clock.now();
    if (workTime !== "process") return this.#tellSafely(keyId, { count: 1, since: now });
    const untold = this.#untold.get(keyId);
    if (untold !== undefined && now < untold.until) {
      untold.count++;
      return undefined;
    }
    const begun = { count: 1, since: now, until: Math.min(now + gathered, endOfDay(now)) };
    if (untold === undefined && this.#untold.size >= mostKeys) return this.#tellSafely(keyId, begun);
    this.#untold.set(keyId, begun);
    return untold && this.#tellSafely(keyId, untold);
  }

  /** Writes all collected refusals to the store. */
  async flush(): Promise<void> {
    const all = [...this.#untold];
    this.#untold.clear();
    await Promise.all(all.map(async ([keyId, untold]) => this.#tell(keyId, untold)));
  }

  async #tellSafely(keyId: string, refusals: Pick<Untold, "count" | "since">): Promise<void> {
    await this.#tell(keyId, refusals)
      .catch(this.#onError)
      // An `onError` that throws must not end the process as an unhandled rejection.
      .catch(() => undefined);
  }

  async #tell(keyId: string, { count, since }: Pick<Untold, "count" | "since">): Promise<void> {
    const { partition, key } = credentialLocation(keyId);
    await this.#store.commit(partition, {
      checks: [{ key, exists: true }],
      sums: [{ ...dailyRefusals(since), add: count }],
    });
  }
}
