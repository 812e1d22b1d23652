import type { Clock } from "../clock.ts";

/** How many keys that are none a client may send. */
export interface FailedAttemptLimit {
  /** Failures per window, 1 to 1000. Default: 30. */
  attempts: number;
  /** Length of the sliding window in seconds, 1 to 86,400. Default: 60. */
  windowSeconds: number;
}

const mostAddresses = 10_000;

/**
 * Counts failed attempts per client in a sliding window. It keeps the times of the last failures of
 * each client in this process's memory: to count them in the store would let anyone write to it.
 */
export class FailedAttempts {
  readonly #clock: Clock;
  readonly #limit: FailedAttemptLimit;
  readonly #failures = new Map<string, number[]>();

  constructor(clock: Clock, limit: FailedAttemptLimit) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Until when a client may try no more, in milliseconds since the epoch; undefined when it may. */
  blockedUntil(address: string): number | undefined {
    const failures = this.#failures.get(address);
    if (failures === undefined || failures.length < this.#limit.attempts) return undefined;
    const until = (failures[0] ?? 0) + this.#limit.windowSeconds * 1000;
    return until > this.#clock.now() ? until : undefined;
  }

  /** Counts a failure. Of the clients that failed longest ago, those above 10,000 are forgotten. */
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
