import { isBoundToRequest } from "../base/bound_to_request.ts";
import type { Clock } from "../base/time/clock.ts";
import type { SignalListener, Signals } from "./contract/signals.ts";

/** Signals between the users of a store, in this process and in others. */
export class StoreSignals {
  /** Time between two signals to other processes, in milliseconds. A listener must look for longer after a signal. */
  readonly interval: number = 500;
  readonly #signals: Signals | undefined;
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #sentAt = -Infinity;
  #sending: Promise<void> | undefined;

  /** @param signals the engine's signals. Undefined if it has none */
  constructor(signals: Signals | undefined, clock: Clock) {
    this.#signals = signals;
    this.#clock = clock;
  }

  /** Notifies the listeners of this process immediately, and other processes. */
  notify(): void {
    for (const listener of this.#listeners) listener();
    this.notifyOthers();
  }

  /** Notifies other processes, at most one in each interval. Without signals of the engine, they find changes when they look. */
  notifyOthers(): void {
    const now = this.#clock.now();
    if (this.#signals === undefined || isBoundToRequest) return;
    if (Math.abs(now - this.#sentAt) < this.interval) return;
    this.#sentAt = now;
    this.#sending = this.#signals.send().catch(() => undefined);
  }

  /** Waits for the last signal that was sent. */
  async settle(): Promise<void> {
    await this.#sending;
  }

  /** Calls a listener for each `notify` of this process, until the returned function is called. */
  onNotify(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Listens to other processes. It resolves to undefined if no signal can arrive. */
  async listen(listener: SignalListener): Promise<(() => void) | undefined> {
    return this.#signals?.listen(listener);
  }
}
