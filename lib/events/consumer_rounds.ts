import type { Clock } from "../clock.ts";
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
}

/** Calls the consumers of events. A slow consumer delays no other consumer. */
export class ConsumerRounds {
  readonly #deps: ConsumerRoundsDeps;
  readonly #states: readonly ConsumerState[];
  #stopping = new AbortController();

  constructor(deps: ConsumerRoundsDeps) {
    this.#deps = deps;
    this.#states = deps.consumers.map((consumer) => ({ consumer, changed: new Set(), running: undefined }));
  }

  /** Notes that an organization has new events. */
  note(organizationSlug: string): void {
    for (const { changed } of this.#states) changed.add(organizationSlug);
  }

  /** Calls each consumer without a pending call. */
  start(): void {
    for (const state of this.#states) state.running ??= this.#call(state);
  }

  /** Calls each consumer once, after its pending call, and waits. */
  async run(): Promise<void> {
    await this.#idle();
    this.start();
    await this.#idle();
  }

  /** Aborts the pending calls, and waits for them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#idle();
    this.#stopping = new AbortController();
  }

  /** Waits for the pending calls, and for work that they started in the background. */
  async #idle(): Promise<void> {
    for (const { running } of this.#states) await running;
    for (const consumer of this.#deps.consumers) await consumer.settle?.();
  }

  async #call(state: ConsumerState): Promise<void> {
    const { consumer } = state;
    const { clock, onError } = this.#deps;
    const { signal } = this.#stopping;
    let isDone = true;
    do {
      const changed = new Set(state.changed);
      state.changed.clear();
      try {
        await consumer.deliver({ now: clock.now(), changed, signal });
      } catch (error) {
        isDone = false;
        for (const slug of changed) state.changed.add(slug);
        onError(error);
      }
    } while (isDone && state.changed.size > 0 && !signal.aborted);
    state.running = undefined;
  }
}
