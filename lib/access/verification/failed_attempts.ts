import type { Clock } from "../../base/time/clock.ts";

/** Maximum number of invalid keys per client. */
export interface FailureLimit {
  /** Failures per window, 1 to 1000. Default: 30. */
  attempts: number;
  /** Length of the sliding window in seconds, 1 to 86,400. Default: 60. */
  windowSeconds: number;
}

const mostAddresses = 10_000;

/**
 * Counts failed attempts per client in a sliding window. The counts stay in this process's memory, because a counter in the store would
 * let anyone write to it.
 */
export class FailedAttempts {
  readonly #clock: Clock;
  readonly #limit: FailureLimit;
  readonly #failures = new Map<string, number[]>();

  constructor(clock: Clock, limit: FailureLimit) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /**
   * Returns the time at which the client's block ends, in milliseconds since the epoch, or undefined if the client is not blocked. Failures
   * after the current time block nothing, because the clock was ahead then.
   */
  blockedUntil(address: string): number | undefined {
    const failures = this.#failures.get(address);
    if (failures === undefined || failures.length < this.#limit.attempts) return undefined;
    const [first = 0] = failures;
    const until = first + this.#limit.windowSeconds * 1000;
    const now = this.#clock.now();
    return first <= now && now < until ? until : undefined;
  }

  /** Counts a failure. Keeps the 10,000 clients that failed most recently. */
  add(address: string): void {
    const failures = this.#failures.get(address) ?? [];
    failures.push(this.#clock.now());
    if (failures.length > this.#limit.attempts) failures.shift();
    this.#failures.delete(address);
    this.#failures.set(address, failures);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > mostAddresses && oldest !== undefined) this.#failures.delete(oldest);
  }
}
