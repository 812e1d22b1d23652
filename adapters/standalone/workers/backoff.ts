/** Milliseconds after which the end of a worker no longer counts as a failed start. */
const settled = 10_000;

const first = 100;
/** Longest pause before a worker starts again, in milliseconds. */
const longest = 30_000;

/** The delay before a worker is restarted: 0.1 seconds, doubled each time that it ends within 10 seconds. */
export class Backoff {
  #failures = 0;

  /**
   * Returns the milliseconds to wait.
   *
   * @param lived milliseconds for which the worker ran
   */
  next(lived: number): number {
    this.#failures = lived >= settled ? 0 : this.#failures + 1;
    return Math.min(longest, first * 2 ** Math.max(0, this.#failures - 1));
  }
}
