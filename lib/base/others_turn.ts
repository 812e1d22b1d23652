import type { Clock } from "./time/clock.ts";

/** Longest time for which a loop runs before other requests have their turn, in milliseconds. */
const longestTurn = 5;

/**
 * Yields to the event loop, so that work on many records with immediate reads does not block other requests. Then throws the reason of the
 * signal if it has aborted.
 */
export async function othersTurn(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}

/** The turns of a loop. Other requests run between two turns. */
export class Turns {
  readonly #clock: Clock;
  #startedAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** True if the present turn has lasted long enough. */
  get isOver(): boolean {
    return Math.abs(this.#clock.now() - this.#startedAt) >= longestTurn;
  }

  /** Yields to the event loop, and starts the next turn. */
  async next(): Promise<void> {
    await othersTurn();
    this.#startedAt = this.#clock.now();
  }
}
