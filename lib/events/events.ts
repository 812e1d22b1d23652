import { EventLog, type EventPage } from "./event_log.ts";
import { EventWorker, type EventWorkerDeps, type WorkerOptions } from "./event_worker.ts";

/** Events of public content: the log of the last 7 days, and their delivery. */
export class Events {
  readonly #log: EventLog;
  readonly #worker: EventWorker;
  readonly #outbox: EventWorkerDeps["outbox"];
  readonly #listeners = new Set<(organizationSlug: string) => void>();

  constructor(deps: EventWorkerDeps) {
    this.#log = new EventLog(deps.store);
    this.#worker = new EventWorker(deps);
    this.#outbox = deps.outbox;
  }

  /**
   * Returns the events of an organization after a sequence number, oldest first. The log holds 7 days.
   *
   * @param options.after sequence number of the last event that the caller has. Default: 0.
   * @param options.limit 1 to 1000. Default: 100.
   * @throws {RangeError} if an option is out of range
   */
  list(organizationSlug: string, options: { after?: number; limit?: number } = {}): Promise<EventPage> {
    return this.#log.list(organizationSlug, options);
  }

  /**
   * Starts to emit the events of scheduled posts, and events that a crashed process left behind. One process of a deployment does so at a
   * time; another one takes over within 15 seconds after a crash. Events of this process's own changes need no start.
   *
   * @param options.intervalMs time between two looks at the store, in milliseconds. Default: 500.
   * @returns a function that stops, and lets another process take over immediately
   *
   * @example
   * ```ts
   * import { createPublicApi } from "postern";
   * import { memoryDriver } from "postern/storage-drivers/memory";
   *
   * const api = createPublicApi({
   *   storage: memoryDriver(),
   *   hooks: { "post.published": ({ organizationSlug, data }) => console.log(organizationSlug, data.slug) },
   * });
   * const stop = api.events.start();
   * await stop();
   * ```
   */
  start(options: WorkerOptions = {}): () => Promise<void> {
    return this.#worker.start(options);
  }

  /** Returns the sequence number of an organization's last event; 0 if it never had an event. */
  last(organizationSlug: string): Promise<number> {
    return this.#log.last(organizationSlug);
  }

  /** Waits until the events of all changes by this process are in the log. Call it before the process ends. */
  settle(): Promise<void> {
    return this.#outbox.settle();
  }

  /** Calls a listener after this process has appended events of an organization to the log. Returns a function that removes it. */
  onAppended(listener: (organizationSlug: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls consumers and listeners. The outbox calls it. */
  appended(organizationSlug: string): void {
    this.#worker.wake(organizationSlug);
    for (const listener of this.#listeners) listener(organizationSlug);
  }

  /** Does once what `start` does repeatedly. Call it from a cron trigger where no process stays alive. */
  deliver(): Promise<void> {
    return this.#worker.deliver();
  }
}
