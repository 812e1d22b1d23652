import { BoundedMap } from "../base/bounded_map.ts";
import { isBoundToRequest } from "../base/bound_to_request.ts";
import { type RandomBytes, randomId } from "../base/secrets/random.ts";
import type { Sleep } from "../base/time/sleep.ts";
import type { Committed, Conflict, KeyPart, StoreChanges, StoreAndClock } from "../store/mod.ts";
import type { Change, ChangeEvent } from "./change_event.ts";
import { appendToLog } from "./append_to_log.ts";
import {
  outboxKey,
  type OutboxRecord,
  partitionOf,
  pendingKey,
  type PendingMark,
  pendingPartition,
} from "./event_records.ts";
import { renewedAfter } from "./marks.ts";
import { UnmovedCommits } from "./unmoved_commits.ts";
import { StoreRefusedError, StoreUnavailableError } from "../base/errors.ts";

/** Dependencies of {@link Outbox}. */
export interface OutboxDeps extends StoreAndClock {
  randomBytes: RandomBytes;
  /** Key of the record that the partition of an existing organization has. Undefined if the host keeps the organizations. */
  organizationKey: readonly KeyPart[] | undefined;
  onError: (error: unknown) => void;
  sleep: Sleep;
}

/** Called with events of an organization once they are in the log. */
type AppendedListener = (organizationSlug: string, events: readonly ChangeEvent[]) => void;

/** Time for which events of one organization are collected before they are moved together, in milliseconds. */
const drainDelay = 100;

/**
 * Writes events in the same commit as the change, then moves them to the log.
 *
 * A crash between the two leaves them in the outbox, and a mark that names the organization. The {@link EventWorker} of any process
 * moves them then.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  /** Times of the marks that this process wrote. */
  readonly #marks = new BoundedMap<number>(10_000);
  /** Organizations whose events will be moved in a moment. */
  readonly #waiting = new Map<string, { controller: AbortController; done: Promise<void> }>();
  /** Random id of this process. With the number of the commit it identifies a commit. */
  #process: string | undefined;
  #commits = 0;
  /** Organizations whose events are being moved. `again` is true if another change was committed in between. */
  readonly #draining = new Map<string, { again: boolean; done: Promise<void> }>();

  readonly #unmoved = new UnmovedCommits();
  readonly #listeners = new Set<AppendedListener>();

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** Commits changes of an organization together with their events. */
  async commit(
    organizationSlug: string,
    changes: StoreChanges,
    events: readonly Change[],
  ): Promise<Committed | Conflict> {
    const { store } = this.#deps;
    const partition = partitionOf(organizationSlug);
    if (events.length === 0) return store.commit(partition, changes);
    await this.announce(organizationSlug, events);
    const sets = [...(changes.sets ?? []), ...this.recordsOf(events)];
    const result = await store.commit(partition, { ...changes, sets });
    if (result.committed) this.#drainSoon(organizationSlug);
    return result;
  }

  /** Marks the organization, so that its events are found after a crash. Call it before the commit. */
  async announce(organizationSlug: string, changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    const now = this.#deps.clock.now();
    const marked = this.#marks.get(organizationSlug);
    if (marked !== undefined && Math.abs(now - marked) < renewedAfter) return;
    const data: PendingMark = { organizationSlug, time: now };
    await this.#deps.store.commit(pendingPartition, { sets: [{ key: pendingKey(organizationSlug), data }] });
    this.#marks.set(organizationSlug, now);
  }

  /** Returns the records of the changes, for the commit that makes them. */
  recordsOf(changes: readonly Change[]): { key: readonly KeyPart[]; data: OutboxRecord }[] {
    if (changes.length === 0) return [];
    const { clock, randomBytes } = this.#deps;
    // Cloudflare allows randomness only within a request, so the id is not drawn at the start.
    this.#process ??= randomId(randomBytes);
    const number = ++this.#commits;
    const time = new Date(clock.now()).toISOString();
    const data: OutboxRecord = { id: `${this.#process}_${number}`, time, number, changes };
    return [{ key: outboxKey(data), data }];
  }

  /** Calls a listener after this process has appended events to the log. Returns a function that removes it. */
  onAppended(listener: AppendedListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Waits until the events of all commits of this process are in the log. */
  async settle(): Promise<void> {
    for (const { controller } of this.#waiting.values()) controller.abort();
    await Promise.allSettled([...this.#waiting.values()].map(({ done }) => done));
    await Promise.allSettled([...this.#draining.values()].map(({ done }) => done));
    await this.#unmoved.settle();
  }

  /**
   * Moves the organization's committed events to the log, and emits them. Concurrent calls in one process share the work, except on Cloudflare
   * Workers.
   */
  drain(organizationSlug: string): Promise<void> {
    if (isBoundToRequest) return this.#move(organizationSlug);
    const running = this.#draining.get(organizationSlug);
    if (running !== undefined) {
      running.again = true;
      return running.done;
    }
    const draining = { again: true, done: Promise.resolve() };
    this.#draining.set(organizationSlug, draining);
    draining.done = this.#drainRepeatedly(organizationSlug, draining);
    return draining.done;
  }

  /** Starts to move the events of a commit, together with those of the next commits. */
  #drainSoon(organizationSlug: string): void {
    if (isBoundToRequest) {
      const moving = this.#unmoved.move(organizationSlug, () => this.#move(organizationSlug));
      moving.catch(unlessUnavailable(this.#deps.onError));
      return;
    }
    if (this.#waiting.has(organizationSlug)) return;
    const controller = new AbortController();
    const done = this.#drainAfterPause(organizationSlug, controller.signal);
    this.#waiting.set(organizationSlug, { controller, done });
  }

  async #drainAfterPause(organizationSlug: string, signal: AbortSignal): Promise<void> {
    const { sleep, onError } = this.#deps;
    await sleep(drainDelay, signal).catch(() => undefined);
    this.#waiting.delete(organizationSlug);
    await this.drain(organizationSlug).catch(unlessUnavailable(onError));
  }

  async #drainRepeatedly(organizationSlug: string, draining: { again: boolean }): Promise<void> {
    try {
      while (draining.again) {
        draining.again = false;
        await this.#move(organizationSlug);
      }
    } finally {
      this.#draining.delete(organizationSlug);
    }
  }

  async #move(organizationSlug: string): Promise<void> {
    const { store, clock, organizationKey: requires } = this.#deps;
    const turns = store.turns();
    for (;;) {
      if (turns.isOver) await turns.next();
      const { events, isComplete } = await appendToLog(store, organizationSlug, {
        now: clock.now(),
        requires,
      });
      if (events.length > 0) for (const listener of this.#listeners) listener(organizationSlug, events);
      if (isComplete) return;
    }
  }
}

/**
 * Returns a handler of errors that ignores an unavailable store. A host may close the store while committed events wait in the outbox. They
 * are stored, and the worker moves them later. A refusal is reported.
 */
export function unlessUnavailable(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof StoreUnavailableError) || error instanceof StoreRefusedError) onError(error);
  };
}
