/** Milliseconds that a worker must have lived for its end to count as no failure to start. */
const settled = 10_000;

const first = 100;
const longest = 30_000;

/** How long to wait before a worker is started again: 0.1 seconds, and twice as long each time that it ends soon. */
export class Backoff {
  #failures = 0;

  /**
   * Milliseconds to wait.
   *
   * @param lived milliseconds for which the worker ran
   */
  next(lived: number): number {
    this.#failures = lived >= settled ? 0 : this.#failures + 1;
    return Math.min(longest, first * 2 ** Math.max(0, this.#failures - 1));
  }
}
