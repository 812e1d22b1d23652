import { type Clock, clockTolerance } from "../../../lib/base/time/clock.ts";
import type { Row, Statement } from "../connection/connection.ts";

/** The process that sweeps, and its store. */
export interface Sweeper {
  name: string;
  schema: string;
  clock: Clock;
}

/** Milliseconds between two sweeps of a process. */
const interval = 60_000;
/** Milliseconds for which a process keeps the lease: longer than the interval, so that it stays with one process. */
const leaseMs = 150_000;
/** Number of records that one statement removes. */
const batchSize = 500;
/** Number of documents of a search index that one statement removes. */
const documentsAtOnce = 100;
/** Milliseconds to wait for the lease: a process that gets it is sweeping. */
const lockTimeoutMs = 100;

/** Removes expired records from time to time, after commits. Of all processes, only the holder of a lease does so. */
export class ExpirySweep {
  readonly #sweeper: Sweeper;
  readonly #send: (statement: Statement) => Promise<Row[]>;
  #lastSweep: number;
  #running: Promise<void> | undefined;
  #isEnding = false;

  constructor(sweeper: Sweeper, send: (statement: Statement) => Promise<Row[]>) {
    this.#sweeper = sweeper;
    this.#send = send;
    this.#lastSweep = sweeper.clock.now();
  }

  /** Sweeps in the background if the last sweep was some time ago. */
  sweepLately(): void {
    const now = this.#sweeper.clock.now();
    if (Math.abs(now - this.#lastSweep) < interval || this.#running !== undefined) return;
    this.#lastSweep = now;
    this.#running = this.#sweep(now).finally(() => (this.#running = undefined));
  }

  /** Waits for the statement in progress. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }

  /** Removes search indexes that are not needed any more. */
  async #sweepSearch(): Promise<void> {
    for (;;) {
      const [row] = await this.#send({
        text: `select "${this.#sweeper.schema}".sweep_search($1)`,
        values: [documentsAtOnce],
      });
      if (this.#isEnding || row?.[0] !== "t") return;
    }
  }

  async #sweep(now: number): Promise<void> {
    const { name, schema } = this.#sweeper;
    try {
      for (;;) {
        const [row] = await this.#send({
          text: `select "${schema}".sweep_expired($1, $2, $3, $4, $5, $6)`,
          values: [lockTimeoutMs, name, now, leaseMs, now - clockTolerance, batchSize],
        });
        if (this.#isEnding || row?.[0] === null) return;
        if (Number(row?.[0]) < batchSize) break;
      }
      await this.#sweepSearch();
    } catch {
      // The next sweep tries again.
    }
  }
}
