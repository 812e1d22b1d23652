import type { Contract } from "./contract.ts";

/** Tests that signals arrive at all listeners until they stop. Engines without `signals` pass. */
export function testSignals({ it, expect, engine }: Contract): void {
  it("sends signals to all listeners, until they stop", async () => {
    const { signals } = engine.atomic;
    if (signals === undefined) return;
    const listeners = [new CountedSignals(), new CountedSignals()];
    const stops: (() => void)[] = [];
    for (const listener of listeners) {
      const stop = await signals.listen(listener);
      // Signals do not pass a proxy that pools transactions.
      if (stop === undefined) return;
      stops.push(stop);
    }
    await signals.send();
    await Promise.all(listeners.map(async (listener) => listener.reaches(1)));
    stops[0]?.();
    await signals.send();
    await listeners[1]?.reaches(2);
    stops[1]?.();
    expect(listeners[1]?.count).toBe(2);
  });
}

/** A listener that counts its signals. */
class CountedSignals {
  count = 0;
  readonly onEnd = (): void => undefined;
  #waiting: (() => void)[] = [];

  readonly onSignal = (): void => {
    this.count++;
    for (const check of this.#waiting) check();
  };

  /** Waits until the number of signals has been reached. */
  async reaches(count: number): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (this.count >= count) resolve();
      };
      this.#waiting.push(check);
      check();
    });
  }
}
