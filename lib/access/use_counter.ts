import { andThen, type Awaitable, isPromise } from "../awaitable.ts";
import { isBoundToRequest } from "../bound_to_request.ts";
import { type Committed, type Conflict, encodeKey, type Store } from "../store/mod.ts";
import type { KnownCredential } from "./credential_cache.ts";
import { burstCounter, dailyCounter, endOfDay } from "./quota.ts";
import type { Count, Uses } from "./uses.ts";

/** What the uses are counted with. */
export interface UseCounterDeps {
  store: Store;
  clock: { now(): number };
  /** Requests per key and second; undefined for no such limit. */
  requestsPerSecond: number | undefined;
}

/**
 * Counts the uses of credentials, if and only if the credential has not changed since it was read. A key that is used much does not cost a
 * commit per request: where the store sends together what is asked for in one turn of the event loop, the uses of a turn are counted by one
 * commit; elsewhere, those that come while a commit of the same credential is under way are counted by the next.
 */
export class UseCounter {
  readonly #deps: UseCounterDeps;
  #day = { endsAt: 0, key: "", expiresAt: 0 };

  constructor(deps: UseCounterDeps) {
    this.#deps = deps;
  }

  /** Counts one use. It is there at once where the store answers at once. */
  count(known: KnownCredential, now: number): Awaitable<Count> {
    const { uses } = known;
    if (uses.isGathering) return wait(uses);
    if (this.#deps.store.sendsTogether) return this.#gather(known, uses);
    const committing = this.#commit(known, 1, now);
    if (isPromise(committing) && !isBoundToRequest) this.#gatherDuring(committing, known);
    return andThen(committing, countedAt, now);
  }

  #gatherDuring(committing: Promise<unknown>, known: KnownCredential): void {
    const { uses } = known;
    uses.isGathering = true;
    const goOn = (): Promise<void> => this.#countAllWaiting(known, uses);
    committing.then(goOn, goOn).catch(() => undefined);
  }

  #gather(known: KnownCredential, uses: Uses): Promise<Count> {
    uses.isGathering = true;
    this.#deps.store.beforeSending(() => {
      uses.isGathering = false;
      void this.#countWaiting(known, uses);
    });
    return wait(uses);
  }

  /** Again and again until none waits. */
  async #countAllWaiting(known: KnownCredential, uses: Uses): Promise<void> {
    while (uses.waiting.length > 0) await this.#countWaiting(known, uses);
    uses.isGathering = false;
  }

  /** Never rejects. */
  async #countWaiting(known: KnownCredential, uses: Uses): Promise<void> {
    const together = uses.waiting;
    uses.waiting = [];
    try {
      await this.#countTogether(known, together);
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }

  /**
   * Where all of them together are more than is left, half as many are counted, until not even one is let in: then none of the rest is. Where
   * the last was refused, one is counted first.
   */
  async #countTogether(known: KnownCredential, together: Uses["waiting"]): Promise<void> {
    const now = this.#deps.clock.now();
    let left = together;
    let size = known.uses.wasRefused ? 1 : left.length;
    while (left.length > 0) {
      const outcome = await this.#commit(known, size, now);
      const isTooMany = !outcome.committed && outcome.failedChecks.length === 0;
      if (isTooMany && size > 1) {
        size = Math.floor(size / 2);
        continue;
      }
      known.uses.wasRefused = isTooMany;
      const counted = outcome.committed ? left.slice(0, size) : left;
      for (const [index, { resolve }] of counted.entries()) {
        resolve({ outcome: outcomeOf(outcome, counted.length - 1 - index), now });
      }
      left = left.slice(counted.length);
      size = left.length;
    }
  }

  /** The daily counter first: where both limits are exceeded, the day is what the client must wait for. */
  #commit(
    { checks, partition, limit }: KnownCredential,
    add: number,
    now: number,
  ): Awaitable<Committed | Conflict> {
    const { store, requestsPerSecond } = this.#deps;
    const { key, expiresAt } = this.#dayOf(now);
    const sums = [{ key, expiresAt, add, max: limit }];
    if (requestsPerSecond !== undefined) {
      const burst = burstCounter(now);
      sums.push({ key: encodeKey(burst.key), expiresAt: burst.expiresAt, add, max: requestsPerSecond });
    }
    return store.commitEncoded(partition, { checks, sums });
  }

  #dayOf(now: number): { key: string; expiresAt: number } {
    const endsAt = endOfDay(now);
    if (this.#day.endsAt !== endsAt) {
      const { key, expiresAt } = dailyCounter(now);
      this.#day = { endsAt, key: encodeKey(key), expiresAt };
    }
    return this.#day;
  }
}

function countedAt(outcome: Committed | Conflict, now: number): Count {
  return { outcome, now };
}

function wait({ waiting }: Uses): Promise<Count> {
  return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
}

/** What one of several uses that were counted together would have been told alone, with `after` counted after it. */
function outcomeOf(outcome: Committed | Conflict, after: number): Committed | Conflict {
  if (!outcome.committed || after === 0) return outcome;
  const { version, sums } = outcome;
  return { committed: true, version, sums: sums.map((sum) => sum - after) };
}
