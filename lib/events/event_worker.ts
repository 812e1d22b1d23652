import type { Clock } from "../clock.ts";
import type { Sleep } from "../sleep.ts";
import type { Store, Stored } from "../store/mod.ts";
import { ConsumerRounds } from "./consumer_rounds.ts";
import type { EventConsumer } from "./event_consumer.ts";
import {
  lastEventLocation,
  pendingKey,
  type PendingRecord,
  pendingPartition,
  pendingPrefix,
} from "./event_records.ts";
import type { Lease } from "./lease.ts";
import type { Outbox } from "./outbox.ts";

/** Time that a mark of an organization stays after its last change, in milliseconds. */
const markLifetime = 60_000;
/** Time after which a mark is removed by its own time, in milliseconds. It exceeds every difference between two clocks. */
const longestMark = 60 * 60 * 1000;
/** Time between two looks at the outbox of a marked organization, in milliseconds. Each process moves its own events immediately. */
const leftoverInterval = 5_000;
/** Time between two looks at all organizations, in milliseconds. */
const sweepInterval = 60 * 60 * 1000;
/** Time between two attempts to take the lease, in milliseconds. */
const leaseInterval = 1_500;
/** Number of organizations whose last event is read in one round trip. */
const readAtOnce = 500;

/** A part of the API that has work at certain times, such as publishing scheduled posts. */
export interface DueWork {
  /** Writes the events that are due. */
  emitDue(): Promise<void>;
  /** Completes the records of due events that an older version wrote, or that were restored. */
  complete(): Promise<void>;
}

/** Dependencies of {@link EventWorker}. */
export interface EventWorkerDeps {
  store: Store;
  clock: Clock;
  outbox: Outbox;
  lease: Lease;
  due: readonly DueWork[];
  consumers: readonly EventConsumer[];
  /** Lists the slugs of all organizations. */
  organizations: () => AsyncIterable<string>;
  sleep: Sleep;
  onError: (error: unknown) => void;
}

/** A mark that was seen. */
interface SeenMark {
  version: string;
  /** Time when this version was seen first. */
  since: number;
  drainedAt: number;
  /** Version of the record with the last sequence number. */
  lastEvent: string | undefined;
}

/** Options of {@link EventWorker.start}. */
export interface WorkerOptions {
  /** Time between two rounds, in milliseconds. Default: 500. */
  intervalMs?: number;
}

/**
 * Emits due events, moves events that ended processes left behind, and calls the consumers. One process of a deployment does so at a time.
 */
export class EventWorker {
  readonly #deps: EventWorkerDeps;
  readonly #consumers: ConsumerRounds;
  readonly #marks = new Map<string, SeenMark>();
  #sweptAt = -Infinity;
  #isOwner = false;
  #round: Promise<void> = Promise.resolve();

  constructor(deps: EventWorkerDeps) {
    this.#deps = deps;
    this.#consumers = new ConsumerRounds(deps);
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
  async deliver(): Promise<void> {
    await this.#deps.outbox.settle();
    await this.#runRound(true);
    await this.#consumers.run();
  }

  async #run(intervalMs: number, signal: AbortSignal): Promise<void> {
    const { lease, sleep, onError } = this.#deps;
    while (!signal.aborted) {
      try {
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
    await this.#deps.outbox.settle();
    await lease.release().catch(onError);
  }

  /** Runs a round after the round that is pending. `isThorough` is true to look at the outbox of all marked organizations. */
  #runRound(isThorough: boolean): Promise<void> {
    this.#round = this.#round.then(async () => {
      const now = this.#deps.clock.now();
      for (const work of this.#deps.due) {
        await this.#attempt(() => work.complete());
        await this.#attempt(() => work.emitDue());
      }
      await this.#attempt(() => this.#lookAtMarks(now, isThorough));
    });
    return this.#round;
  }

  /** Moves events that are left in the outbox of marked organizations, and notes the organizations with new events. */
  async #lookAtMarks(now: number, isThorough: boolean): Promise<void> {
    const { store } = this.#deps;
    const listed = store.listPages<PendingRecord>(pendingPartition, { prefix: pendingPrefix }, readAtOnce);
    for await (const marks of listed) {
      for (const mark of marks) await this.#lookAtMark(mark, now, isThorough);
      const slugs = marks.map(({ data }) => data.organizationSlug);
      const found = await store.getReadable<{ sequence: number }[]>(slugs.map(lastEventLocation));
      for (const [index, slug] of slugs.entries()) this.#noteIfNew(slug, found[index]?.version);
    }
  }

  async #lookAtMark(
    { data: { organizationSlug, time }, version }: Stored<PendingRecord>,
    now: number,
    isThorough: boolean,
  ): Promise<void> {
    const seen = this.#marks.get(organizationSlug);
    const mark = seen ?? { version, since: now, drainedAt: -Infinity, lastEvent: undefined };
    if (mark.version !== version) Object.assign(mark, { version, since: now });
    this.#marks.set(organizationSlug, mark);
    const isOld = now - mark.since >= markLifetime || now - time >= longestMark;
    if (!isThorough && !isOld && now - mark.drainedAt < leftoverInterval) return;
    await this.#attempt(async () => {
      await this.#deps.outbox.drain(organizationSlug);
      mark.drainedAt = now;
      if (isOld) await this.#remove(organizationSlug, version);
    });
  }

  #noteIfNew(organizationSlug: string, lastEvent: string | undefined): void {
    const mark = this.#marks.get(organizationSlug);
    if (lastEvent === undefined || mark?.lastEvent === lastEvent) return;
    if (mark !== undefined) mark.lastEvent = lastEvent;
    this.#consumers.note(organizationSlug);
  }

  /** Removes a mark that stayed unchanged for a minute. Writers renew their mark after 30 seconds, so no pending event loses its mark. */
  async #remove(organizationSlug: string, version: string): Promise<void> {
    const key = pendingKey(organizationSlug);
    await this.#deps.store.commit(pendingPartition, { checks: [{ key, version }], deletes: [key] });
    this.#marks.delete(organizationSlug);
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
      this.#deps.onError(error);
    }
  }
}
