import type { Store } from "../store/mod.ts";

/** Connection over which other processes notify this process of work. */
export class SignalLink {
  readonly #store: Store;
  readonly #onSignal: () => void;
  #state: "closed" | "opening" | "open" | "impossible" = "closed";
  #isStopped = false;
  #stopListening: (() => void) | undefined;

  constructor(store: Store, onSignal: () => void) {
    this.#store = store;
    this.#onSignal = onSignal;
  }

  /** True while signals arrive. */
  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** Connects, unless it is connected. It returns immediately. The next call repeats a failed attempt. */
  open(): void {
    if (this.#state === "closed") void this.#open();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopListening?.();
  }

  async #open(): Promise<void> {
    this.#state = "opening";
    let hasEnded = false;
    const onEnd = (): void => {
      hasEnded = true;
      this.#state = "closed";
    };
    try {
      const stop = await this.#store.signals.listen({ onSignal: this.#onSignal, onEnd });
      this.#stopListening = stop;
      if (stop === undefined) this.#state = "impossible";
      else if (this.#isStopped) stop();
      else if (!hasEnded) {
        this.#state = "open";
        // Earlier signals did not arrive.
        this.#onSignal();
      }
    } catch {
      this.#state = "closed";
    }
  }
}
