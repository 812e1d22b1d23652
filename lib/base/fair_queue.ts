import { type Release, Slots } from "./slots.ts";

/** Options of {@link FairQueue}. */
interface FairQueueOptions {
  /** Maximum number of running tasks. */
  atOnce: number;
  /** Maximum number of waiting tasks. */
  waiting: number;
  /** Creates the error of a task that finds no place. */
  busy: () => Error;
}

/** Runs tasks of many organizations, which share the running and the waiting places fairly. */
export class FairQueue {
  readonly #waiting: Slots;
  readonly #running: Slots;
  readonly #busy: () => Error;

  constructor({ atOnce, waiting, busy }: FairQueueOptions) {
    this.#waiting = new Slots(waiting);
    this.#running = new Slots(atOnce);
    this.#busy = busy;
  }

  /** Waits for a place, and runs a task. Rejects if too many tasks are waiting, or if another organization needs the place. */
  async run<Result>(organizationSlug: string, task: () => Promise<Result>): Promise<Result> {
    const release = await this.#wait(organizationSlug);
    try {
      return await task();
    } finally {
      release();
    }
  }

  async #wait(organizationSlug: string): Promise<Release> {
    const waiting = new AbortController();
    const leave = this.#waiting.take(organizationSlug, { stop: () => waiting.abort(this.#busy()) });
    if (leave === undefined) throw this.#busy();
    try {
      return await this.#running.wait(organizationSlug, waiting.signal);
    } finally {
      leave();
    }
  }
}
