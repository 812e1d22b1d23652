import { EventLog, type EventPage } from "./event_log.ts";
import { EventWorker, type EventWorkerDeps } from "./event_worker.ts";

/** Events of public content: the log of the last 7 days, and their delivery. */
export class Events {
  readonly #log: EventLog;
  readonly #worker: EventWorker;

  constructor(deps: EventWorkerDeps) {
    this.#log = new EventLog(deps.store);
    this.#worker = new EventWorker(deps);
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
  start(options: { intervalMs?: number } = {}): () => Promise<void> {
    return this.#worker.start(options);
  }

  /** Does once what `start` does repeatedly. Call it from a cron trigger where no process stays alive. */
  deliver(): Promise<void> {
    return this.#worker.deliver();
  }
}
