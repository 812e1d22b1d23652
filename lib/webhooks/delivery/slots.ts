/** Limits the number of concurrent tasks. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Takes a slot. Returns false if none is free. */
  take(): boolean {
    if (this.#free === 0) return false;
    this.#free--;
    return true;
  }

  /** Waits for a slot, and takes it. Waiting tasks get slots in their order. */
  wait(): Promise<void> {
    if (this.take()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Returns a slot, or gives it to the task that has waited longest. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
