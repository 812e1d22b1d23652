import type { SignalListener, Signals } from "../../lib/store/mod.ts";

/** Signals of a store that only one process uses. */
export class LocalSignals implements Signals {
  readonly #listeners = new Set<SignalListener>();

  async send(): Promise<void> {
    for (const { onSignal } of this.#listeners) onSignal();
  }

  async listen(listener: SignalListener): Promise<() => void> {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
