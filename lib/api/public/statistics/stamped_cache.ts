import { isBoundToRequest } from "../../../base/bound_to_request.ts";
import { BoundedMap } from "../../../base/bounded_map.ts";

/** A value that changes without a write at `changesAt`, in milliseconds since the epoch. Default: only a write changes it. */
export interface Expiring {
  changesAt?: number;
}

/** Name of a value, the state of the content that it is computed from, and the time of the request. */
export interface ValuePlace {
  name: string;
  /** Undefined if the state is unknown. Then nothing is cached. */
  stamp: string | undefined;
  now: number;
}

interface Known<Value> {
  /** Undefined if the value is too heavy. */
  value: Value | undefined;
  changesAt: number;
  stamp: string | undefined;
  createdAt: number;
}

/** Caches values that are computed from all posts of an organization. Concurrent requests share a computation. */
export class StampedCache<Value extends Expiring> {
  readonly #known: BoundedMap<Known<Value>>;
  /** Pending computations, by name and stamp. */
  readonly #pending = new Map<string, Promise<Known<Value>>>();

  /** @param most maximum total weight of the values and their names, in characters */
  constructor(most: number, weigh: (value: Value) => number) {
    this.#known = new BoundedMap(most, ({ value }, name) => 100 + name.length + (value ? weigh(value) : 0));
  }

  /**
   * Returns the cached value, or computes it. A value from a time after `now`, when the clock was ahead, is not used. Returns undefined if the value
   * is heavier than half of the cache. That is cached, too, so that no request computes the value again.
   */
  async get({ name, stamp, now }: ValuePlace, compute: () => Promise<Value>): Promise<Value | undefined> {
    const known = this.#known.get(name);
    if (stamp !== undefined && known?.stamp === stamp && isGood(known, now)) return known.value;
    const key = `${stamp} ${name}`;
    const running = this.#pending.get(key);
    const pending = running && (await running);
    if (pending !== undefined && isGood(pending, now)) return pending.value;
    const computing = compute().then((value) => this.#keep(name, { value, stamp, now }));
    // Cloudflare cancels a request's work with the request, so other requests must not wait for it.
    if (!isBoundToRequest && stamp !== undefined) this.#pending.set(key, computing);
    try {
      return (await computing).value;
    } finally {
      if (this.#pending.get(key) === computing) this.#pending.delete(key);
    }
  }

  #keep(name: string, { value, stamp, now }: Omit<ValuePlace, "name"> & { value: Value }): Known<Value> {
    const { changesAt = Infinity } = value;
    const computed = { value, changesAt, stamp, createdAt: now };
    if (this.#known.set(name, computed)) return computed;
    const refused = { ...computed, value: undefined };
    this.#known.set(name, refused);
    return refused;
  }
}

function isGood({ changesAt, createdAt }: Known<unknown>, now: number): boolean {
  return createdAt <= now && now < changesAt;
}
