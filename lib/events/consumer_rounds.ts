import type { Clock } from "../base/time/clock.ts";
import type { EventConsumer } from "./event_consumer.ts";

/** Dependencies of {@link ConsumerRounds}. */
export interface ConsumerRoundsDeps {
  clock: Clock;
  consumers: readonly EventConsumer[];
  onError: (error: unknown) => void;
}

/** A consumer with its work. */
interface ConsumerState {
  consumer: EventConsumer;
  /** Organizations with events that the consumer has not completed. */
  changed: Set<string>;
  /** The pending call. */
  running: Promise<void> | undefined;
  /** True if the last call threw an error. */
  hasFailed: boolean;
}

/** Calls the consumers of events. A slow consumer delays no other consumer. */
export class ConsumerRounds {
  readonly #deps: ConsumerRoundsDeps;
  readonly #states: readonly ConsumerState[];
  #isStopping = false;

  constructor(deps: ConsumerRoundsDeps) {
    this.#deps = deps;
    this.#states = deps.consumers.map((consumer) => ({
      consumer,
      changed: new Set(),
      running: undefined,
      hasFailed: false,
    }));
  }

  /** Notes that an organization has new events. */
  note(organizationSlug: string): void {
    for (const { changed } of this.#states) changed.add(organizationSlug);
  }

  /** Calls each consumer without a pending call. */
  start(): void {
    for (const state of this.#states) state.running ??= this.#call(state);
  }

  /** Returns true if a consumer has work: a pending or failed call, new events, or a time that has come. */
  hasWork(now: number): boolean {
    return this.#states.some(isPending) || this.nextTimes().some((time) => time <= now);
  }

  /** Calls each consumer once, after its pending call, and waits. Returns false if a consumer failed. */
  async run(): Promise<boolean> {
    await this.#idle();
    this.start();
    await this.#idle();
    return this.#states.every(({ hasFailed }) => !hasFailed);
  }

  /** Returns the times at which consumers have work without new events, in milliseconds since the epoch. */
  nextTimes(): number[] {
    return [...this.retryTimes(), ...this.periodicTimes()];
  }

  /** Returns the times at which consumers repeat their work on events. */
  retryTimes(): number[] {
    return timesOf(this.#deps.consumers.filter(({ isPeriodic }) => isPeriodic !== true));
  }

  /** Returns the times of work that comes by time alone. */
  periodicTimes(): number[] {
    return timesOf(this.#deps.consumers.filter(({ isPeriodic }) => isPeriodic === true));
  }

  /** Ends the pending calls, and waits for them. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#idle();
    this.#isStopping = false;
  }

  /** Waits for the pending calls, and for work that they started in the background. */
  async #idle(): Promise<void> {
    for (const { running } of this.#states) await running;
    for (const consumer of this.#deps.consumers) await consumer.settle?.();
  }

  async #call(state: ConsumerState): Promise<void> {
    const { consumer } = state;
    const { clock, onError } = this.#deps;
    const isStopping = (): boolean => this.#isStopping;
    state.hasFailed = false;
    do {
      const changed = new Set(state.changed);
      state.changed.clear();
      try {
        await consumer.deliver({ now: clock.now(), changed, isStopping });
      } catch (error) {
        state.hasFailed = true;
        for (const slug of changed) state.changed.add(slug);
        onError(error);
      }
    } while (!state.hasFailed && state.changed.size > 0 && !isStopping());
    state.running = undefined;
  }
}

function timesOf(consumers: readonly EventConsumer[]): number[] {
  return consumers.flatMap((consumer) => consumer.nextAt?.() ?? []);
}

function isPending({ running, changed, hasFailed }: ConsumerState): boolean {
  return running !== undefined || changed.size > 0 || hasFailed;
}
