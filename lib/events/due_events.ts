import {
  DamagedRecordError,
  type KeyPart,
  type Location,
  type Store,
  type StoreAndClock,
} from "../store/mod.ts";
import type { Outbox } from "./outbox.ts";
import { announcedKey, pendingPartition } from "./event_records.ts";

/** The time of a due event of an organization. */
export interface DueMark {
  /** Milliseconds since the epoch. */
  time: number;
  organizationSlug: string;
}

/** Record that says whether all due events have their records. Stores of earlier versions do not have it. */
interface DueState {
  isComplete: boolean;
}

/** A kind of events that are due at a certain time, such as the publication of scheduled posts. */
export interface DueSource {
  /**
   * Writes the events of an organization that are due, each once.
   *
   * @param now milliseconds since the epoch
   */
  emit(organizationSlug: string, now: number): Promise<void>;
  /** Writes the records of due events that an earlier version wrote, or that were restored. */
  complete(organizationSlug: string): Promise<void>;
}

/** Dependencies of {@link DueEvents}. */
export interface DueEventsDeps extends StoreAndClock {
  outbox: Outbox;
  sources: readonly DueSource[];
  /** Lists the slugs of all organizations. */
  organizations: () => AsyncIterable<string>;
  onError: (error: unknown) => void;
}

/** Partition of the records that name the organizations with due events, sorted by time. */
export const duePartition: readonly string[] = ["due"];
/** Key prefix of these records. */
export const dueMarkPrefix: readonly KeyPart[] = ["at"];
const markKey = ({ time, organizationSlug }: DueMark): KeyPart[] => [
  ...dueMarkPrefix,
  time,
  organizationSlug,
];
const state: Location = { partition: duePartition, key: ["state"] };

/** Records that an organization has a due event. Call it before the commit that writes its record. */
export async function announceDue(store: Store, mark: DueMark): Promise<void> {
  await store.commit(duePartition, { sets: [{ key: markKey(mark), data: mark }] });
  await announceWork(store);
}

/** Returns true if the event is announced already. */
export async function isAnnounced(store: Store, mark: DueMark): Promise<boolean> {
  return store.has({ partition: duePartition, key: markKey(mark) });
}

/** Records that records of due events are missing, because posts or keys were restored. The worker writes them. */
export async function requestDueRecords(store: Store): Promise<void> {
  const data: DueState = { isComplete: false };
  await store.commit(state.partition, { sets: [{ key: state.key, data }] });
  await announceWork(store);
}

/**
 * Returns the time up to which all due events are written, in milliseconds since the epoch. It is just before the first event that still waits, or
 * `now`.
 */
export async function dueEventsUntil(store: Store, now: number): Promise<number> {
  const range = { prefix: dueMarkPrefix, limit: 1, onDamaged: () => undefined };
  const [first] = await store.list<DueMark>(duePartition, range);
  return Math.min(now, (first?.data.time ?? Infinity) - 1);
}

/** Emits events when their time has come. */
export class DueEvents {
  readonly #deps: DueEventsDeps;

  constructor(deps: DueEventsDeps) {
    this.#deps = deps;
  }

  /** Emits all events whose time has come. Returns false if the events of an organization could not be written. */
  async emit(): Promise<boolean> {
    const { store, clock, outbox, sources, onError } = this.#deps;
    const now = clock.now();
    const range = { prefix: dueMarkPrefix, to: [...dueMarkPrefix, now + 1] };
    let isComplete = true;
    for await (const { version, data } of store.listAll<DueMark>(duePartition, range)) {
      try {
        for (const source of sources) await source.emit(data.organizationSlug, now);
        await outbox.drain(data.organizationSlug);
        const key = markKey(data);
        await store.commit(duePartition, { checks: [{ key, version }], deletes: [key] });
      } catch (error) {
        // One organization's error must not delay the others.
        onError(error);
        isComplete = false;
      }
    }
    return isComplete;
  }

  /** Returns the time of the first due event after a time, in milliseconds since the epoch. Undefined if there is no such event. */
  async nextAfter(time: number): Promise<number | undefined> {
    const range = { prefix: dueMarkPrefix, from: [...dueMarkPrefix, time + 1], limit: 1 };
    const [mark] = await this.#deps.store.list<DueMark>(duePartition, range);
    return mark?.data.time;
  }

  /** Completes the records of due events once after an upgrade, and after each restore. */
  async complete(): Promise<void> {
    const { store, organizations, sources } = this.#deps;
    const found = await store.getOrDamage<DueState>(state);
    const isReadable = found !== null && !(found instanceof DamagedRecordError);
    if (isReadable && found.data.isComplete) return;
    for await (const slug of organizations()) {
      for (const source of sources) await source.complete(slug);
    }
    const { partition, key } = state;
    const check = isReadable ? { key, version: found.version } : { key, exists: found !== null };
    const data: DueState = { isComplete: true };
    await store.commit(partition, { checks: [check], sets: [{ key, data }] });
  }
}

/** Announces work that no mark of an outbox names. Call it after the commit that writes the work. */
export async function announceWork(store: Store): Promise<void> {
  await store.commit(pendingPartition, { sets: [{ key: announcedKey, data: {} }] });
  store.signals.notify();
}
