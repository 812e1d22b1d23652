import { fields, integer, methods } from "../base/input/check_options.ts";
import type { Sleep } from "../base/time/sleep.ts";
import { Alarm } from "./alarm.ts";
import { ConsumerRounds } from "./consumer_rounds.ts";
import type { DueEvents, DueEventsDeps } from "./due_events.ts";
import type { EventConsumer } from "./event_consumer.ts";
import { type Lease, type LeaseRecord, leaseRenewal, type LeaseRest, type ProcessIdentity } from "./lease.ts";
import { MarkedOutboxes } from "./marked_outboxes.ts";
import { unlessUnavailable } from "./outbox.ts";
import type { Relay } from "./relay.ts";
import { SignalLink } from "./signal_link.ts";
import { readWorkState, type WorkState } from "./work_state.ts";

/** Time between two looks at all organizations, in milliseconds. */
const sweepInterval = 60 * 60 * 1000;
/** Time before the next turn after an error, in milliseconds. */
const errorInterval = 1_500;
/** Time between two reads of due events while the lease is held, in milliseconds. Processes of earlier versions do not announce them. */
const dueInterval = 5_000;
/** Time between two writes of counts whose collection has ended, in milliseconds. */
const countsInterval = 5_000;

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
export interface EventWorkerDeps extends Omit<DueEventsDeps, "sources"> {
  relay: Relay;
  lease: Lease;
  due: DueEvents;
  consumers: readonly EventConsumer[];
  counts: GatheredCounts;
  sleep: Sleep;
}

/** Options of {@link EventWorker.start}. */
export interface WorkerOptions {
  /** Time between two looks at the store while events wait, in milliseconds, 1 to 10,000. Default: 500. */
  intervalMs?: number;
  /**
   * Time between two looks at the store while no event waits, in milliseconds, 1 to 3,600,000. A look finds changes of other processes that did
   * not notify this one. Default: 5000.
   */
  idleIntervalMs?: number;
  /**
   * Identity of this process, such as `nodeProcess()` of `postern/node`. With it, another process of the host can take over immediately after
   * a crash. Default: it takes over within 10 seconds.
   */
  process?: ProcessIdentity | undefined;
}

const optionsCheck = /* @__PURE__ */ fields<WorkerOptions>({
  intervalMs: /* @__PURE__ */ integer(1, 10_000),
  idleIntervalMs: /* @__PURE__ */ integer(1, 3_600_000),
  process: /* @__PURE__ */ methods(["isDead"]),
});

/** The options with their defaults. */
interface WorkerSettings {
  intervalMs: number;
  idleIntervalMs: number;
  process: ProcessIdentity | undefined;
}

/** Parts of the work of a round. */
interface RoundScope {
  /** True to look at every marked outbox, also if it was looked at a moment ago. */
  isThorough: boolean;
  /** True if records of due events may be missing. */
  isAnnounced: boolean;
  /** True if an outbox is marked. */
  hasMarks: boolean;
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
  readonly #outboxes: MarkedOutboxes;
  readonly #alarm: Alarm;
  readonly #link: SignalLink;
  #sweptAt = -Infinity;
  #isOwner = false;
  /** True once this process has run a round with the lease. */
  #hasWorked = false;
  /** True while another process holds the lease, and this one has work as well. */
  #isContending = false;
  /** Time of the first due event, in milliseconds since the epoch. */
  #dueAt = -Infinity;
  #dueReadAt = -Infinity;
  /** Time of work that a consumer of another process knew, in milliseconds since the epoch. */
  #inheritedAt = Infinity;
  /** Time of the next work, in milliseconds since the epoch. */
  #nextAt = Infinity;
  #isAtRest = false;
  /** Version of the last announcement that this process has handled. */
  #announced: string | undefined;
  /** Time of the last signal of another process. */
  #signalledAt = -Infinity;
  /** True if a part of the work has failed since `deliver` started. */
  #hasFailed = false;
  #round: Promise<void> = Promise.resolve();

  constructor(deps: EventWorkerDeps) {
    // Requests report a store that is unavailable. The next round tries again.
    this.#deps = { ...deps, onError: unlessUnavailable(deps.onError) };
    this.#consumers = new ConsumerRounds(this.#deps);
    this.#outboxes = new MarkedOutboxes({
      ...deps,
      attempt: async (task) => this.#attempt(task),
      onNew: (slug) => this.#consumers.note(slug),
    });
    this.#alarm = new Alarm(deps.sleep);
    this.#link = new SignalLink(deps.store, () => {
      this.#signalledAt = deps.clock.now();
      this.#alarm.ring();
    });
  }

  /**
   * Starts to work in the background. The returned function ends the work and gives up the lease.
   *
   * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
   */
  start(options: WorkerOptions = {}): () => Promise<void> {
    optionsCheck(options, { action: "start the events", option: "" });
    const { intervalMs = 500, idleIntervalMs = 5_000, process } = options;
    const controller = new AbortController();
    const running = this.#run({ intervalMs, idleIntervalMs, process }, controller.signal);
    return async () => {
      controller.abort();
      this.#alarm.ring();
      await running;
    };
  }

  /** True if the last look showed that no event waits, and no consumer of any process has later work. */
  get isAtRest(): boolean {
    return this.#isAtRest;
  }

  /** Notes that an organization has new events, and calls the consumers if this process has the lease. */
  wake(organizationSlug: string): void {
    this.#consumers.note(organizationSlug);
    this.#isAtRest = false;
    if (this.#isOwner) this.#consumers.start();
    else if (!this.#isContending) this.#alarm.ring();
    this.#deps.store.signals.notifyOthers();
  }

  /** Works once, without the lease, and waits for the consumers. For a cron trigger where no process lives. */
  async deliver(): Promise<Delivered> {
    const { clock, due } = this.#deps;
    await this.settle();
    const startedAt = clock.now();
    this.#hasFailed = false;
    await this.#runRound({ isThorough: true, isAnnounced: true, hasMarks: true });
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
    await this.#deps.store.signals.settle();
  }

  async #run(settings: WorkerSettings, signal: AbortSignal): Promise<void> {
    const { store, lease, onError } = this.#deps;
    const stopListening = store.signals.onNotify(() => this.#alarm.ring());
    while (!signal.aborted) {
      let pause = errorInterval;
      try {
        pause = await this.#turn(settings);
      } catch (error) {
        onError(error);
      }
      await this.#pause(pause, signal);
    }
    stopListening();
    this.#link.stop();
    this.#isOwner = false;
    await this.#consumers.stop();
    await this.settle();
    // A lease that cannot be released ends by itself, and the store says on closing why it refuses writes.
    await lease.release().catch(() => undefined);
  }

  /** Waits for the next turn, and writes counts meanwhile. */
  async #pause(pause: number, signal: AbortSignal): Promise<void> {
    const { clock, counts } = this.#deps;
    let isOver = false;
    for (let left = pause; left > 0 && !isOver; left -= countsInterval) {
      isOver = await this.#alarm.wait(Math.min(left, countsInterval));
      if (signal.aborted) return;
      await this.#attempt(() => counts.flushDue());
      isOver ||= this.#nextAt <= clock.now();
    }
  }

  /** Looks at the store, and runs a round if there is work. Returns the time until the next turn, in milliseconds. */
  async #turn(settings: WorkerSettings): Promise<number> {
    const { store, lease, clock } = this.#deps;
    this.#link.open();
    const state = await readWorkState(store);
    this.#nextAt = Infinity;
    this.#isAtRest = false;
    this.#isContending = false;
    if (!this.#isWanted(state, clock.now())) return this.#restUntil(state.lease?.data.rest, settings);
    const wasOwner = this.#isOwner;
    this.#isOwner = await lease.hold({ known: state.lease, process: settings.process });
    this.#isContending = !this.#isOwner;
    if (!this.#isOwner) return lease.untilAttempt();
    if (!wasOwner) this.#inherit(state.lease?.data);
    await this.#work(state, { isNew: !wasOwner });
    return this.#afterRound(state, settings);
  }

  #isWanted({ lease, announced, hasMarks }: WorkState, now: number): boolean {
    if (this.#isOwner || !this.#hasWorked || hasMarks || this.#consumers.hasWork(now)) return true;
    const rest = lease?.data.rest;
    return rest === undefined || rest.announced !== announced || timeOf(rest) <= now;
  }

  /** Takes over the work of the last owner. Only that process knows when its consumers have work. */
  #inherit(last: LeaseRecord | undefined): void {
    if (last?.rest === undefined) this.#inheritedAt = -Infinity;
    else if (!this.#deps.lease.isOwn(last)) {
      this.#inheritedAt = Math.min(this.#inheritedAt, last.rest.retryAt ?? Infinity);
    }
  }

  async #work({ announced, hasMarks }: WorkState, { isNew }: { isNew: boolean }): Promise<void> {
    const { clock } = this.#deps;
    this.#hasFailed = false;
    await this.#sweep();
    const isAnnounced = isNew || announced !== this.#announced;
    await this.#runRound({ isThorough: false, isAnnounced, hasMarks });
    if (isAnnounced || this.#consumers.hasWork(clock.now())) this.#consumers.start();
    this.#hasWorked = true;
    if (!this.#hasFailed) this.#announced = announced;
  }

  /** Gives the lease up if no work is left. Returns the time until the next turn, in milliseconds. */
  async #afterRound({ announced, hasMarks }: WorkState, settings: WorkerSettings): Promise<number> {
    const { lease, clock } = this.#deps;
    if (this.#hasFailed) return errorInterval;
    if (this.#consumers.hasWork(clock.now())) return settings.intervalMs;
    const retryAt = Math.min(...this.#consumers.retryTimes(), this.#inheritedAt);
    const periodicAt = Math.min(...this.#consumers.periodicTimes());
    const rest = {
      ...(this.#dueAt === Infinity ? {} : { dueAt: this.#dueAt }),
      ...(retryAt === Infinity ? {} : { retryAt }),
      ...(periodicAt === Infinity ? {} : { periodicAt }),
      ...(announced === undefined ? {} : { announced }),
    };
    if (hasMarks) return this.#untilNextLook(rest, settings);
    this.#isOwner = false;
    await lease.release(rest);
    return this.#restUntil(rest, settings);
  }

  /** Returns the time until the next look while only marks are left. Their processes notify this one of events, if they can. */
  #untilNextLook(rest: LeaseRest, { intervalMs }: WorkerSettings): number {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const isNotified = this.#link.isOpen && now - this.#signalledAt > 2 * store.signals.interval;
    const interval = isNotified ? leaseRenewal : intervalMs;
    return Math.max(0, Math.min(interval, timeOf(rest) - now));
  }

  #restUntil(rest: LeaseRest | undefined, { idleIntervalMs }: WorkerSettings): number {
    this.#nextAt = timeOf(rest);
    this.#isAtRest = rest?.retryAt === undefined;
    return Math.max(0, Math.min(idleIntervalMs, this.#nextAt - this.#deps.clock.now()));
  }

  /** Runs a round after the round that is pending. */
  #runRound(round: RoundScope): Promise<void> {
    this.#round = this.#runAfter(this.#round, round);
    return this.#round;
  }

  async #runAfter(earlier: Promise<void>, { isThorough, isAnnounced, hasMarks }: RoundScope): Promise<void> {
    await earlier;
    const { due, clock } = this.#deps;
    const now = clock.now();
    if (isAnnounced) await this.#attempt(() => due.complete());
    const isDue = this.#dueAt <= now || now - this.#dueReadAt >= dueInterval;
    if (isAnnounced || isDue) await this.#attempt(() => this.#emitDue(now));
    if (hasMarks) await this.#attempt(() => this.#outboxes.look({ now, isThorough }));
  }

  async #emitDue(now: number): Promise<void> {
    const { due } = this.#deps;
    this.#dueAt = -Infinity;
    if (!(await due.emit())) this.#hasFailed = true;
    this.#dueAt = (await due.nextAfter(-1)) ?? Infinity;
    this.#dueReadAt = now;
  }

  /**
   * Moves the events of every organization once an hour, which finds events whose mark was lost. Notes every organization when consumers of
   * another process had work.
   */
  async #sweep(): Promise<void> {
    const { clock, organizations, outbox } = this.#deps;
    const now = clock.now();
    const isDue = now - this.#sweptAt >= sweepInterval;
    if (!isDue && this.#inheritedAt > now) return;
    for await (const slug of organizations()) {
      if (isDue) await this.#attempt(() => outbox.drain(slug));
      this.#consumers.note(slug);
    }
    if (isDue) this.#sweptAt = now;
    this.#inheritedAt = Infinity;
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

function timeOf({ dueAt = Infinity, retryAt = Infinity, periodicAt = Infinity }: LeaseRest = {}): number {
  return Math.min(dueAt, retryAt, periodicAt);
}
