import type { KeyPart, Store, Stored } from "../store/mod.ts";
import { type Mark, pendingPartition } from "./event_records.ts";

/** Time that a mark stays after its last renewal, in milliseconds. */
const lifetime = 60_000;
/** Age at which a mark is removed by its own time, in milliseconds. It exceeds every difference between two clocks. */
const longestAge = 60 * 60 * 1000;
/** Time between two looks at the outbox of a mark, in milliseconds. Each process moves its own events immediately. */
const lookInterval = 5_000;
/** Time after which a process renews a mark, in milliseconds. It is half of the time that a mark stays. */
export const renewedAfter = 30_000;

interface SeenMark {
  version: string;
  /** Time when this version was seen first. */
  since: number;
  lookedAt: number;
}

/** A round over the marks. */
export interface MarkRound {
  /** Milliseconds since the epoch. */
  now: number;
  /** True to look at every outbox, also if it was looked at a moment ago. */
  isThorough: boolean;
}

/**
 * The marks of outboxes that may hold events of ended processes.
 *
 * Writers renew a mark after 30 seconds. A mark is removed after a minute without a renewal, so no pending event loses its mark.
 */
export class Marks<Data extends Mark> {
  readonly #store: Store;
  readonly #seen = new Map<string, SeenMark>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Looks at the outbox of a mark when it is time, then removes an old mark.
   *
   * @param key key of the mark, in parts
   */
  async visit(
    { key: encoded, data: { time }, version }: Stored<Data>,
    key: readonly KeyPart[],
    { now, isThorough }: MarkRound,
    look: () => Promise<void>,
  ): Promise<void> {
    const seen = this.#seen.get(encoded) ?? { version, since: now, lookedAt: -Infinity };
    this.#seen.set(encoded, seen);
    if (seen.version !== version) Object.assign(seen, { version, since: now });
    const isOld = now - seen.since >= lifetime || now - time >= longestAge;
    if (!isThorough && !isOld && now - seen.lookedAt < lookInterval) return;
    await look();
    seen.lookedAt = now;
    if (!isOld) return;
    await this.#store.commit(pendingPartition, { checks: [{ key, version }], deletes: [key] });
    this.#seen.delete(encoded);
  }
}
