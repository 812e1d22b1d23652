import { BoundedMap } from "../bounded_map.ts";
import type { Clock } from "../clock.ts";
import type { Sleep } from "../sleep.ts";
import type { Store } from "../store/mod.ts";
import { ConsumerRounds } from "./consumer_rounds.ts";
import type { DueEvents } from "./due_events.ts";
import type { EventConsumer } from "./event_consumer.ts";
import {
  lastEventLocation,
  pendingKey,
  type PendingMark,
  pendingPartition,
  pendingPrefix,
  relayKey,
  type RelayMark,
  relayPrefix,
} from "./event_records.ts";
import type { Lease } from "./lease.ts";
import { type MarkRound, Marks } from "./marks.ts";
import type { Outbox } from "./outbox.ts";
import type { Relay } from "./relay.ts";
import { unlessUnavailable } from "./unless_unavailable.ts";

/** Time between two looks at all organizations, in milliseconds. */
const sweepInterval = 60 * 60 * 1000;
/** Time between two attempts to take the lease, in milliseconds. */
const leaseInterval = 1_500;
/** Number of organizations whose last event is read in one round trip. */
const readAtOnce = 500;

/** Time after which `deliver` repeats work that failed, in milliseconds. */
const retryDelay = 15_000;

/** Counts that a process collects before it writes them. */
export interface GatheredCounts {
  /** Writes all counts. */
  flush(): Promise<void>;
  /** Writes the counts whose collection has ended. */
  flushDue(): Promise<void>;
}

/** Dependencies of {@link EventWorker}. */
export interface EventWorkerDeps {
  store: Store;
  clock: Clock;
  outbox: Outbox;
  relay: Relay;
  lease: Lease;
  due: DueEvents;
  consumers: readonly EventConsumer[];
  counts: GatheredCounts;
  /** Lists the slugs of all organizations. */
  organizations: () => AsyncIterable<string>;
  sleep: Sleep;
  onError: (error: unknown) => void;
}

/** Options of {@link EventWorker.start}. */
export interface WorkerOptions {
  /** Time between two rounds, in milliseconds. Default: 500. */
  intervalMs?: number;
}

/** Result of `deliver`. */
export interface Delivered {
  /**
   * Time of the next work, in milliseconds since the epoch. Work is a scheduled post, an expiring key, the retry of a webhook, or the repetition
   * of failed work. Undefined if there is no work before the next change.
   */
  nextAt: number | undefined;
}

/**
 * Emits due events, moves events that ended processes left behind, and calls the consumers. One process of a deployment does so at a time.
 */
export class EventWorker {
  readonly #deps: EventWorkerDeps;
  readonly #consumers: ConsumerRounds;
  readonly #marks: Marks<PendingMark>;
  readonly #relayMarks: Marks<RelayMark>;
  /** Versions of the records with the last sequence number, by organization. */
  readonly #lastEvents = new BoundedMap<string>(100_000);
  #sweptAt = -Infinity;
  #isOwner = false;
  /** True if a part of the work has failed since `deliver` started. */
  #hasFailed = false;
  #round: Promise<void> = Promise.resolve();

  constructor(deps: EventWorkerDeps) {
    // Requests report a store that is unavailable. The next round tries again.
    this.#deps = { ...deps, onError: unlessUnavailable(deps.onError) };
    this.#consumers = new ConsumerRounds(this.#deps);
    this.#marks = new Marks(deps.store);
    this.#relayMarks = new Marks(deps.store);
  }

  /** Starts to work in the background. The returned function ends the work and gives up the lease. */
  start({ intervalMs = 500 }: WorkerOptions = {}): () => Promise<void> {
    const controller = new AbortController();
    const running = this.#run(intervalMs, controller.signal);
    return async () => {
      controller.abort();
      await running;
    };
  }

  /** Notes that an organization has new events, and calls the consumers if this process has the lease. */
  wake(organizationSlug: string): void {
    this.#consumers.note(organizationSlug);
    if (this.#isOwner) this.#consumers.start();
  }

  /** Works once, without the lease, and waits for the consumers. For a cron trigger where no process lives. */
  async deliver(): Promise<Delivered> {
    const { clock, due } = this.#deps;
    await this.settle();
    const startedAt = clock.now();
    this.#hasFailed = false;
    await this.#runRound(true);
    if (!(await this.#consumers.run())) this.#hasFailed = true;
    const dueAt = await due.nextAfter(startedAt);
    const now = clock.now();
    const times = this.#consumers.nextTimes();
    if (dueAt !== undefined) times.push(dueAt);
    if (this.#hasFailed) times.push(now + retryDelay);
    return { nextAt: times.length === 0 ? undefined : Math.max(Math.min(...times), now) };
  }

  /** Waits until the events of all changes by this process are in the log, and its counts are written. */
  async settle(): Promise<void> {
    await this.#deps.relay.settle();
    await this.#deps.outbox.settle();
    await this.#deps.counts.flush();
  }

  async #run(intervalMs: number, signal: AbortSignal): Promise<void> {
    const { lease, counts, sleep, onError } = this.#deps;
    while (!signal.aborted) {
      try {
        await counts.flushDue();
        this.#isOwner = await lease.hold();
        if (this.#isOwner) {
          await this.#sweep();
          await this.#runRound(false);
          this.#consumers.start();
        }
      } catch (error) {
        onError(error);
      }
      await sleep(this.#isOwner ? intervalMs : leaseInterval, signal).catch(() => undefined);
    }
    this.#isOwner = false;
    await this.#consumers.stop();
    await this.settle();
    await lease.release().catch(onError);
  }

  /** Runs a round after the round that is pending. `isThorough` is true to look at the outbox of all marked organizations. */
  #runRound(isThorough: boolean): Promise<void> {
    this.#round = this.#runAfter(this.#round, isThorough);
    return this.#round;
  }

  async #runAfter(earlier: Promise<void>, isThorough: boolean): Promise<void> {
    await earlier;
    const { due, clock } = this.#deps;
    const now = clock.now();
    await this.#attempt(() => due.complete());
    await this.#attempt(async () => {
      if (!(await due.emit())) this.#hasFailed = true;
    });
    await this.#attempt(() => this.#lookAtMarks({ now, isThorough }));
  }

  /** Moves events that are left in marked outboxes, and notes the organizations with new events. */
  async #lookAtMarks(round: MarkRound): Promise<void> {
    const { store, outbox } = this.#deps;
    await this.#lookAtRelays(round);
    const listed = store.listPages<PendingMark>(pendingPartition, { prefix: pendingPrefix }, readAtOnce);
    for await (const marks of listed) {
      const slugs = marks.map(({ data }) => data.organizationSlug);
      for (const [index, mark] of marks.entries()) {
        const slug = slugs[index] ?? "";
        const drain = (): Promise<void> => outbox.drain(slug);
        await this.#attempt(() => this.#marks.visit(mark, pendingKey(slug), round, drain));
      }
      const found = await store.getReadable<object[]>(slugs.map(lastEventLocation));
      for (const [index, slug] of slugs.entries()) this.#noteIfNew(slug, found[index]?.version);
    }
  }

  async #lookAtRelays(round: MarkRound): Promise<void> {
    const { store, relay } = this.#deps;
    const marks = store.listAll<RelayMark>(pendingPartition, { prefix: relayPrefix });
    for await (const mark of marks) {
      const { partition } = mark.data;
      const move = (): Promise<void> => relay.move(partition);
      await this.#attempt(() => this.#relayMarks.visit(mark, relayKey(partition), round, move));
    }
  }

  #noteIfNew(organizationSlug: string, version: string | undefined): void {
    if (version === undefined || this.#lastEvents.get(organizationSlug) === version) return;
    this.#lastEvents.set(organizationSlug, version);
    this.#consumers.note(organizationSlug);
  }

  /** Looks at every organization once an hour, and after this process got the lease. It finds events whose mark was lost. */
  async #sweep(): Promise<void> {
    const { clock, organizations, outbox } = this.#deps;
    const now = clock.now();
    if (now - this.#sweptAt < sweepInterval) return;
    for await (const slug of organizations()) {
      await this.#attempt(() => outbox.drain(slug));
      this.#consumers.note(slug);
    }
    this.#sweptAt = now;
  }

  /** Runs a task whose error must not stop the rest of the round. */
  async #attempt(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#hasFailed = true;
      this.#deps.onError(error);
    }
  }
}
