import { type RandomBytes, randomId } from "../base/secrets/random.ts";
import {
  DamagedRecordError,
  dataOf,
  type KeyPart,
  type Location,
  type Stored,
  type StoreAndClock,
} from "../store/mod.ts";

/** Time after which another process takes over a lease that was not renewed, in milliseconds. */
const lifetime = 9_000;
/** Time after which the owner renews its lease, in milliseconds. */
export const leaseRenewal = 4_000;
/** Time between two attempts to take the lease, in milliseconds. With `lifetime`, a takeover happens within 10 seconds. */
const attemptInterval = 1_000;

/** Identity of this process, and the proof that another process has ended. */
export interface ProcessIdentity {
  /** Text that names this process. Other processes read it in the store. */
  readonly id: string;
  /** Returns true only if the process with this id has certainly ended. */
  isDead(id: string): boolean;
}

/** Work that is left when nobody holds the lease. Without times, none is left until the next change. */
export interface LeaseRest {
  /** Time of the first due event, in milliseconds since the epoch. */
  dueAt?: number;
  /** Time of the first work of a consumer, such as the retry of a webhook, in milliseconds since the epoch. */
  retryAt?: number;
  /** Time of the first work that comes by time alone, such as a sweep, in milliseconds since the epoch. */
  periodicAt?: number;
  /** Version of the last announcement that the owner has handled. */
  announced?: string;
}

/** The stored lease. */
export interface LeaseRecord {
  /** Random id of the last owner. */
  owner: string;
  /** Process of the owner. Left out if the host has not named it. */
  process?: string;
  /** Set when the owner has given the lease up because it has no work. */
  rest?: LeaseRest;
}

/** Time that processes have waited for a lease, so that processes that end soon can take it over together. */
interface LeaseWait {
  /** Version of the lease. */
  version: string;
  /** Milliseconds. */
  waited: number;
}

/** Dependencies of {@link Lease}. */
export interface LeaseDeps extends StoreAndClock {
  randomBytes: RandomBytes;
}

/** The lease record that a process waits for, or holds. */
interface SeenLease {
  version: string;
  since: number;
}

/**
 * A lease in the store, which one process holds at a time. A lost lease is noticed late, so two processes may hold it for seconds: work
 * under a lease must be safe when it runs twice.
 *
 * No two clocks are compared. A process takes over once the same version of the record was seen for 9 seconds, by this process or by earlier
 * ones. It takes over immediately if the owner's process has ended.
 */
export class Lease {
  readonly #deps: LeaseDeps;
  readonly #location: Location;
  readonly #waitKey: readonly KeyPart[];
  #owner: string | undefined;
  /** The last version that this process saw, and the time when it was seen first. */
  #seen: SeenLease | undefined;
  #isHeld = false;
  /** True until this process has seen a second version. It does not know yet whether the owner renews the lease. */
  #isNew = true;

  constructor(deps: LeaseDeps, location: Location) {
    this.#deps = deps;
    this.#location = location;
    this.#waitKey = location.key.map((part, index) => (index === 0 ? `${part}-wait` : part));
  }

  /**
   * Acquires the lease, or renews it when it is time. Returns true if this process holds it.
   *
   * @param options.known the record, if the caller has just read it. Default: reads it
   * @param options.process identity of this process. Default: the lease of an ended process is taken over after 9 seconds
   */
  async hold({
    known,
    process,
  }: {
    known?: Stored<LeaseRecord> | undefined;
    process?: ProcessIdentity | undefined;
  } = {}): Promise<boolean> {
    const now = this.#deps.clock.now();
    this.#owner ??= randomId(this.#deps.randomBytes);
    const isCurrent = known === undefined || known.version === this.#seen?.version;
    if (this.#isHeld && isCurrent && this.#waitedUntil(now) < leaseRenewal) return true;
    const found = known ?? (await this.#deps.store.getOrDamage<LeaseRecord>(this.#location));
    this.#isHeld = false;
    if (found instanceof DamagedRecordError) {
      const { partition, key } = this.#location;
      await this.#deps.store.commit(partition, { deletes: [key] });
      return false;
    }
    const isFree = found === null || found.data.rest !== undefined || this.isOwn(found.data);
    if (!isFree && !(await this.#isAbandoned(found, now, process))) return false;
    const record = { owner: this.#owner, ...(process === undefined ? {} : { process: process.id }) };
    this.#isHeld = await this.#write(record, found?.version, isFree ? [] : [this.#waitKey]);
    return this.#isHeld;
  }

  /** Returns true if this process has written a record. */
  isOwn({ owner }: LeaseRecord): boolean {
    return owner === this.#owner;
  }

  /** Returns the time until the next attempt to take the lease, in milliseconds. */
  untilAttempt(): number {
    const left = lifetime - this.#waitedUntil(this.#deps.clock.now());
    return Math.max(1, Math.min(attemptInterval, left));
  }

  /**
   * Gives the lease up, so that another process can take it immediately.
   *
   * @param rest the work that is left. Without it, the next process looks at all organizations
   */
  async release(rest?: LeaseRest): Promise<void> {
    if (!this.#isHeld || this.#seen === undefined || this.#owner === undefined) return;
    this.#isHeld = false;
    const { version } = this.#seen;
    if (rest !== undefined) {
      await this.#write({ owner: this.#owner, rest }, version);
      return;
    }
    const { partition, key } = this.#location;
    await this.#deps.store.commit(partition, { checks: [{ key, version }], deletes: [key] });
  }

  #waitedUntil(now: number): number {
    return this.#seen === undefined ? 0 : now - this.#seen.since;
  }

  async #isAbandoned(
    { version, data }: Stored<LeaseRecord>,
    now: number,
    process: ProcessIdentity | undefined,
  ): Promise<boolean> {
    if (data.process !== undefined && process?.isDead(data.process) === true) return true;
    if (this.#seen?.version !== version) {
      const isFirst = this.#seen === undefined;
      this.#isNew &&= isFirst;
      this.#seen = { version, since: isFirst ? now - (await this.#readWait(version)) : now };
    }
    const waited = this.#waitedUntil(now);
    if (waited >= lifetime) return true;
    if (this.#isNew) await this.#writeWait({ version, waited });
    return false;
  }

  /** Returns the time that earlier processes have waited for a version. Only durations are added, because clocks differ. */
  async #readWait(version: string): Promise<number> {
    const location = { ...this.#location, key: this.#waitKey };
    const found = await this.#deps.store.getOrDamage<LeaseWait>(location);
    const wait = dataOf(found);
    return wait?.version === version ? wait.waited : 0;
  }

  async #writeWait(data: LeaseWait): Promise<void> {
    await this.#deps.store.commit(this.#location.partition, { sets: [{ key: this.#waitKey, data }] });
  }

  async #write(
    data: LeaseRecord,
    version: string | undefined,
    deletes: readonly (readonly KeyPart[])[] = [],
  ): Promise<boolean> {
    const { partition, key } = this.#location;
    const check = version === undefined ? { key, exists: false } : { key, version };
    const since = this.#deps.clock.now();
    const result = await this.#deps.store.commit(partition, {
      checks: [check],
      sets: [{ key, data }],
      deletes,
    });
    if (result.committed) this.#seen = { version: result.version, since };
    return result.committed;
  }
}
