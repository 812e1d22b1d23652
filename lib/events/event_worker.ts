import type { Clock } from "../clock.ts";
import type { Sleep } from "../sleep.ts";
import type { Store } from "../store/mod.ts";
import { type PendingRecord, pendingPartition, pendingPrefix } from "./event_records.ts";
import type { Lease } from "./lease.ts";
import type { Outbox } from "./outbox.ts";

/** Time that a mark of an organization stays after its last change, in milliseconds. */
const markLifetime = 60_000;
/** Time between two looks at all organizations, in milliseconds. */
const sweepInterval = 60 * 60 * 1000;
/** Time between two attempts to take the lease, in milliseconds. */
const leaseInterval = 2_000;

/** Scheduled posts, as the worker needs them. */
export interface ScheduledWork {
  /** Writes the events of scheduled posts whose time has come. */
  publishDue(): Promise<void>;
  /** Completes the records of scheduled posts that an older version wrote. */
  complete(): Promise<void>;
}

/** Dependencies of {@link EventWorker}. */
export interface EventWorkerDeps {
  store: Store;
  clock: Clock;
  outbox: Outbox;
  lease: Lease;
  scheduled: ScheduledWork;
  /** Lists the slugs of all organizations. */
  organizations: () => AsyncIterable<string>;
  sleep: Sleep;
  onError: (error: unknown) => void;
}

/** Moves events that other processes left behind, and publishes scheduled posts. One process of a deployment does so at a time. */
export class EventWorker {
  readonly #deps: EventWorkerDeps;
  /** Marks that were seen, with the time when their version was seen first. */
  readonly #marks = new Map<string, { version: string; since: number }>();
  #sweptAt = -Infinity;

  constructor(deps: EventWorkerDeps) {
    this.#deps = deps;
  }

  /**
   * Starts to work in the background, twice a second. Another process takes over within 15 seconds after a crash.
   *
   * @returns a function that ends the work and gives up the lease
   */
  start({ intervalMs = 500 }: { intervalMs?: number } = {}): () => Promise<void> {
    const controller = new AbortController();
    const running = this.#run(intervalMs, controller.signal);
    return async () => {
      controller.abort();
      await running;
    };
  }

  /** Works once, without the lease. For a cron trigger where no process lives. */
  async deliver(): Promise<void> {
    const { scheduled, store, outbox, clock } = this.#deps;
    await scheduled.complete();
    await scheduled.publishDue();
    const now = clock.now();
    for await (const mark of store.listAll<PendingRecord>(pendingPartition, { prefix: pendingPrefix })) {
      const { organizationSlug } = mark.data;
      await outbox.drain(organizationSlug);
      await this.#removeOld(organizationSlug, mark.version, now);
    }
  }

  async #run(intervalMs: number, signal: AbortSignal): Promise<void> {
    const { lease, sleep, onError } = this.#deps;
    while (!signal.aborted) {
      let pause = leaseInterval;
      try {
        if (await lease.hold()) {
          pause = intervalMs;
          await this.#sweep();
          await this.deliver();
        }
      } catch (error) {
        onError(error);
      }
      await sleep(pause, signal).catch(() => undefined);
    }
    await lease.release().catch(onError);
  }

  /** Looks at every organization once an hour, and after this process got the lease. It finds events whose mark was lost. */
  async #sweep(): Promise<void> {
    const { clock, organizations, outbox } = this.#deps;
    const now = clock.now();
    if (now - this.#sweptAt < sweepInterval) return;
    for await (const slug of organizations()) await outbox.drain(slug);
    this.#sweptAt = now;
  }

  /** Removes a mark that stayed unchanged for a minute. Writers renew their mark after 30 seconds, so no pending event loses its mark. */
  async #removeOld(organizationSlug: string, version: string, now: number): Promise<void> {
    const seen = this.#marks.get(organizationSlug);
    if (seen?.version !== version) {
      this.#marks.set(organizationSlug, { version, since: now });
      return;
    }
    if (now - seen.since < markLifetime) return;
    const key = [...pendingPrefix, organizationSlug];
    await this.#deps.store.commit(pendingPartition, { checks: [{ key, version }], deletes: [key] });
    this.#marks.delete(organizationSlug);
  }
}
