import type { AtomicDriver } from "../lib/mod.ts";

/** Event loop ticks without a call after which no background work is left. Work that waits for the next tick needs one. */
const quietTicks = 3;

/** Wraps a driver, and knows which of its calls have not ended. */
export class PendingCalls {
  readonly driver: AtomicDriver;
  #started = 0;
  #pending = 0;

  constructor(driver: AtomicDriver) {
    const atomic = new Proxy(driver.atomic, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...parameters: unknown[]): unknown => {
          this.#started++;
          return this.#watch(Reflect.apply(member, target, parameters));
        };
      },
    });
    this.driver = { ...driver, atomic };
  }

  /** Waits until no call is pending, and background work has started no call for some ticks. It writes no collected counts. */
  async untilNone(): Promise<void> {
    let started = -1;
    for (let quiet = 0; quiet < quietTicks; quiet++) {
      if (this.#pending > 0 || started !== this.#started) quiet = 0;
      started = this.#started;
      await new Promise((resolve) => setTimeout(resolve, 0));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Counts a result as pending until it settles, also the counts of a batch. */
  #watch(result: unknown): unknown {
    if (result instanceof Promise) {
      this.#pending++;
      const ended = (value?: unknown): void => {
        this.#pending--;
        this.#watch(value);
      };
      result.then(ended, () => ended());
    } else if (typeof result === "object" && result !== null && "counts" in result) {
      for (const count of result.counts as readonly unknown[]) this.#watch(count);
    }
    return result;
  }
}
