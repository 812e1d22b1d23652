import { noOrganization } from "../base/errors.ts";
import type { KeyPart } from "../store/mod.ts";
import type { RandomBytes } from "../base/secrets/random.ts";
import type { ChangeEvents } from "./change_event.ts";
import { DueEvents, type DueEventsDeps } from "./due_events.ts";
import type { EventLog, EventPage } from "./event_log.ts";
import { leaseLocation } from "./event_records.ts";
import { type Delivered, EventWorker, type EventWorkerDeps, type WorkerOptions } from "./event_worker.ts";
import { Lease } from "./lease.ts";

/** A change that a host with its own content reports. */
export interface HostChange {
  /** Slug of the organization. */
  organization: string;
  /** Slug of the post. Default: the organization itself has changed. */
  slug?: string;
}

/** Dependencies of {@link Events}. */
export interface EventsDeps extends Omit<EventWorkerDeps, "lease" | "due">, DueEventsDeps {
  log: EventLog;
  randomBytes: RandomBytes;
  /** Key of the record that the partition of an existing organization has. Undefined if the host keeps the organizations. */
  organizationKey: readonly KeyPart[] | undefined;
  /** Ends the open event streams of this process. */
  closeStreams: () => () => void;
  /** Records a change that a host with its own content reports. Rejects if Postern stores the content. */
  recordHostChange: (change: HostChange) => Promise<void>;
}

/** Events of an organization's changes: the log of the last 7 days, and their delivery. */
export class Events {
  readonly #worker: EventWorker;
  readonly #deps: EventsDeps;
  readonly #stops: (() => Promise<void>)[] = [];

  constructor(deps: EventsDeps) {
    this.#deps = deps;
    const lease = new Lease(deps, leaseLocation);
    const worker = new EventWorker({ ...deps, lease, due: new DueEvents(deps) });
    deps.outbox.onAppended((organizationSlug) => worker.wake(organizationSlug));
    this.#worker = worker;
  }

  /**
   * Returns the events of an organization after a sequence number, oldest first. The log holds 7 days.
   *
   * @param options.after sequence number of the last event that the caller has. Default: 0.
   * @param options.limit 1 to 1000. Default: 100.
   * @throws {RangeError} if an option is out of range
   */
  list(organizationSlug: string, options: { after?: number; limit?: number } = {}): Promise<EventPage> {
    return this.#deps.log.list(organizationSlug, options);
  }

  /**
   * Starts to emit the events of scheduled posts, and events that a crashed process left behind. One process of a deployment does so at a
   * time; another one takes over within 10 seconds after a crash. Events of this process's own changes need no start. Without work, the process
   * only looks at the store every 5 seconds.
   *
   * @returns a function that stops, and lets another process take over immediately
   * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
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
    const stop = this.#worker.start(options);
    this.#stops.push(stop);
    return stop;
  }

  /**
   * Records a change of content that the host stores, for a host with its own `ContentSource`. Call it after the change is visible to the
   * source. The source decides the event: `post.updated` for a public post, otherwise `post.unpublished`. Without a slug,
   * the event is `organization.updated`. The event is stored when the promise resolves; call it again if it rejects.
   *
   * @throws {InvalidInputError} if a field is unknown, missing or empty
   * @throws {NotFoundError} if the organization does not exist
   * @throws {TypeError} if Postern stores the content, and therefore knows its changes
   *
   * @example
   * ```ts
   * import { createPublicApi } from "postern";
   * import { memoryDriver } from "postern/storage-drivers/memory";
   *
   * const acme = {
   *   id: "1", slug: "acme", name: "Acme", siteUrl: "https://acme.example", postUrlTemplate: "/blog/{slug}",
   *   language: "en", section: "News", speakable: [],
   * };
   * const content = {
   *   findOrganization: (slug: string) => (slug === "acme" ? acme : null),
   *   getPost: () => ({ id: 7, slug: "hello", name: "Hello", html: "<p>Hi</p>" }),
   *   listPosts: async () => ({ posts: [], next: null }),
   * };
   * const api = createPublicApi({ storage: memoryDriver(), content });
   * await api.events.changed({ organization: "acme", slug: "hello" });
   * ```
   */
  changed(change: HostChange): Promise<void> {
    return this.#deps.recordHostChange(change);
  }

  /** Returns the sequence number of an organization's last event; 0 if it never had an event. */
  last(organizationSlug: string): Promise<number> {
    return this.#deps.log.last(organizationSlug);
  }

  /**
   * Records an import of posts as a single event. Imports write no event for each post. Without changed posts, it records nothing.
   *
   * @param counts.id name of the source
   */
  async imported(organizationSlug: string, counts: ChangeEvents["posts.imported"]): Promise<void> {
    if (counts.imported + counts.updated + counts.archived === 0) return;
    const { outbox, organizationKey } = this.#deps;
    const checks = organizationKey === undefined ? [] : [{ key: organizationKey, exists: true }];
    const result = await outbox.commit(organizationSlug, { checks }, [
      { type: "posts.imported", data: counts },
    ]);
    if (!result.committed) throw noOrganization("Cannot record the import", organizationSlug);
  }

  /** True if the last look of the started worker showed that no event waits anywhere, and no delivery is to be repeated. */
  get isAtRest(): boolean {
    return this.#worker.isAtRest;
  }

  /**
   * Ends the event streams that clients have open at this process, and refuses new ones. Call it before the process stops serving.
   *
   * @returns a function that allows new streams again, for a process that goes on serving
   */
  closeStreams(): () => void {
    return this.#deps.closeStreams();
  }

  /**
   * Waits until the events of all changes by this process are in the log, and its counts of queries without results are stored. Call it before
   * the process ends.
   */
  settle(): Promise<void> {
    return this.#worker.settle();
  }

  /** Ends the event streams and the started work of this process, and waits as {@link settle} does. */
  async close(): Promise<void> {
    this.closeStreams();
    await Promise.all(this.#stops.splice(0).map(async (stop) => stop()));
    await this.settle();
  }

  /** Calls a listener after this process has appended events of an organization to the log. Returns a function that removes it. */
  onAppended(listener: (organizationSlug: string) => void): () => void {
    return this.#deps.outbox.onAppended(listener);
  }

  /**
   * Runs one turn of the work that `start` repeats, and returns the time of the next work. Call it from a cron trigger, or at that time and
   * after changes, where no process stays alive.
   */
  deliver(): Promise<Delivered> {
    return this.#worker.deliver();
  }
}
