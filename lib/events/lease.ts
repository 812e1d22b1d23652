import type { Clock } from "../clock.ts";
import type { RandomBytes } from "../random.ts";
import { randomId } from "../random_id.ts";
import { DamagedRecordError, type Location, type Store } from "../store/mod.ts";

/** Time after which another process takes over a lease that was not renewed, in milliseconds. */
const lifetime = 10_000;
/** Time after which the owner renews its lease, in milliseconds. */
const renewedAfter = 4_000;

/** Dependencies of {@link Lease}. */
export interface LeaseDeps {
  store: Store;
  clock: Clock;
  randomBytes: RandomBytes;
}

/**
 * A lease in the store, which one process holds at a time. A lost lease is noticed late, so two processes may hold it for seconds: work
 * under a lease must be safe when it runs twice.
 *
 * No two clocks are compared. A process takes over once it has seen the same version of the record for 10 seconds.
 */
export class Lease {
  readonly #deps: LeaseDeps;
  readonly #location: Location;
  #owner: string | undefined;
  /** The last version that this process saw, and the time when it saw it first. */
  #seen: { version: string | undefined; since: number } | undefined;
  #isHeld = false;

  constructor(deps: LeaseDeps, location: Location) {
    this.#deps = deps;
    this.#location = location;
  }

  /** Acquires the lease, or renews it when it is time. Returns true if this process holds it. */
  async hold(): Promise<boolean> {
    const now = this.#deps.clock.now();
    this.#owner ??= randomId(this.#deps.randomBytes);
    if (this.#isHeld && this.#seen !== undefined && now - this.#seen.since < renewedAfter) return true;
    const found = await this.#deps.store.getOrDamage<{ owner: string }>(this.#location);
    this.#isHeld = false;
    if (found instanceof DamagedRecordError) {
      const { partition, key } = this.#location;
      await this.#deps.store.commit(partition, { deletes: [key] });
      return false;
    }
    const isOwn = found?.data.owner === this.#owner;
    if (found !== null && !isOwn && !this.#isAbandoned(found.version, now)) return false;
    this.#isHeld = await this.#write(found?.version, now);
    return this.#isHeld;
  }

  /** Gives the lease up, so that another process can take it immediately. */
  async release(): Promise<void> {
    if (!this.#isHeld || this.#seen?.version === undefined) return;
    this.#isHeld = false;
    const { partition, key } = this.#location;
    await this.#deps.store.commit(partition, {
      checks: [{ key, version: this.#seen.version }],
      deletes: [key],
    });
  }

  #isAbandoned(version: string, now: number): boolean {
    if (this.#seen?.version !== version) this.#seen = { version, since: now };
    return now - this.#seen.since >= lifetime;
  }

  async #write(version: string | undefined, now: number): Promise<boolean> {
    const { partition, key } = this.#location;
    const check = version === undefined ? { key, exists: false } : { key, version };
    const sets = [{ key, data: { owner: this.#owner } }];
    const result = await this.#deps.store.commit(partition, { checks: [check], sets });
    if (result.committed) this.#seen = { version: result.version, since: now };
    return result.committed;
  }
}
