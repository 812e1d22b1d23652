import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../../lib/base/time/clock.ts";
import {
  type Address,
  type Changes,
  encodeKey,
  Failure,
  type FoundRecord,
  identityAddress,
  type Outcome,
  type RecordRead,
} from "../../../lib/store/mod.ts";
import { ConnectionPool, type ConnectionPoolOptions } from "../connection/connection_pool.ts";
import { RecordReader, type RecordReaderOptions } from "./record_reader.ts";

/** Options of a {@link ReadReplica}. */
export interface ReadReplicaOptions extends ConnectionPoolOptions {
  reader: Omit<RecordReaderOptions, "send" | "lockTimeoutMs">;
  /** A name of this process that no other process has. */
  name: string;
  maxLagMs: number;
  /** Commits changes to a partition of the primary. */
  commit: (partition: string, changes: Changes) => Promise<unknown>;
  clock: Clock;
}

/** Milliseconds for which a replica that cannot be used is no news. */
const graceMs = 10_000;
const dayMs = 86_400_000;
/** Milliseconds that {@link ReadReplica.findProblem} waits at most. */
const longestWaitMs = 5000;

/**
 * A replica that reads the records of requests without a key, if it is recent enough.
 *
 * This process commits a heartbeat to the primary several times in `maxLagMs`: a record with the time on its own monotonic clock. A read of
 * the replica also reads the heartbeat, in the same snapshot. Its age is the maximum age of the other records, whatever the clocks of the
 * servers say. It also grows when the replica is promoted, paused, or cut off from the primary.
 */
export class ReadReplica {
  readonly #options: ReadReplicaOptions;
  readonly #pool: ConnectionPool;
  readonly #reader: RecordReader;
  readonly #heartbeat: Address;
  readonly #interval: number;
  #isUsable = false;
  /** Times on the monotonic clock, in milliseconds. */
  #lastBeat = -Infinity;
  #lastAttempt = -Infinity;
  #unusableSince: number | undefined;
  #isWarned = false;
  #beating: Promise<void> | undefined;
  #probing: Promise<void> | undefined;

  constructor(options: ReadReplicaOptions) {
    const { reader, commandTimeoutMs, name, maxLagMs } = options;
    this.#options = options;
    this.#pool = new ConnectionPool(options);
    this.#reader = new RecordReader({
      ...reader,
      lockTimeoutMs: Math.ceil(0.75 * commandTimeoutMs),
      send: async (statement) => this.#pool.run(statement),
    });
    this.#heartbeat = { partition: identityAddress.partition, key: encodeKey(["heartbeat", name]) };
    this.#interval = Math.min(1000, maxLagMs / 4);
  }

  /**
   * Reads records. It returns undefined if the primary must read them, because the replica is not usable or lacks a record. It also does so
   * if the replica has another version than the cached one, which may be newer.
   */
  async read(reads: readonly RecordRead[]): Promise<Outcome<FoundRecord>[] | undefined> {
    if (performance.now() - this.#lastBeat > this.#options.maxLagMs) this.#isUsable = false;
    if (!this.#isUsable) {
      this.#probeLately();
      return undefined;
    }
    this.#beatLately();
    const outcomes = await this.#readFresh(reads);
    if (outcomes === undefined) return undefined;
    return reads.every((read, index) => isAsRecent(read, outcomes[index])) ? outcomes : undefined;
  }

  /** Waits until a heartbeat arrives. Returns the reason why the replica cannot be used, or undefined. */
  async findProblem(): Promise<string | undefined> {
    const end = performance.now() + Math.min(this.#options.maxLagMs, longestWaitMs);
    await this.#beat(performance.now());
    for (;;) {
      const [outcome] = await this.#reader.readEach([{ ...this.#heartbeat, known: undefined }]);
      const problem = this.#problemOf(outcome);
      if (problem === undefined || performance.now() > end) return problem;
      await pause(50);
    }
  }

  /** Closes the connections after the statements in progress. */
  async close(): Promise<void> {
    await Promise.all([this.#beating, this.#probing]);
    await this.#pool.close();
  }

  /** Returns the outcomes if they are recent enough. Otherwise the replica is not usable until a probe succeeds. */
  async #readFresh(reads: readonly RecordRead[]): Promise<Outcome<FoundRecord>[] | undefined> {
    const outcomes = await this.#reader.readEach([...reads, { ...this.#heartbeat, known: undefined }]);
    const problem = this.#problemOf(outcomes.pop());
    this.#isUsable = problem === undefined;
    if (problem !== undefined) {
      this.#warnOf(problem);
      return undefined;
    }
    this.#unusableSince = undefined;
    this.#isWarned = false;
    return outcomes;
  }

  /** Returns the reason against a replica with this heartbeat, or undefined. */
  #problemOf(heartbeat: Outcome<FoundRecord> | undefined): string | undefined {
    if (heartbeat instanceof Failure) return String(heartbeat.error);
    if (heartbeat === null || typeof heartbeat !== "object") return "it has not received a heartbeat";
    const age = performance.now() - Number(heartbeat.value["sentAt"]);
    return age <= this.#options.maxLagMs ? undefined : `it is ${Math.round(age)} ms behind`;
  }

  /** Commits a heartbeat in the background, unless one was sent lately. */
  #beatLately(): void {
    const now = performance.now();
    if (this.#beating !== undefined || now - this.#lastAttempt < this.#interval) return;
    this.#beating = this.#beat(now).finally(() => (this.#beating = undefined));
  }

  async #beat(sentAt: number): Promise<void> {
    this.#lastAttempt = sentAt;
    const { clock, commit } = this.#options;
    const { partition, key } = this.#heartbeat;
    // The same expiry for a day: an update that changes no index is cheap.
    const expiresAt = (Math.floor(clock.now() / dayMs) + 2) * dayMs;
    try {
      await commit(partition, { sets: [{ key, value: { sentAt }, expiresAt }] });
      this.#lastBeat = sentAt;
    } catch {
      // Without heartbeats the replica soon counts as too old.
    }
  }

  /** Finds out in the background if the replica has become usable. */
  #probeLately(): void {
    const now = performance.now();
    if (this.#probing !== undefined || now - this.#lastAttempt < this.#interval) return;
    this.#probing = this.#probe(now).finally(() => (this.#probing = undefined));
  }

  async #probe(now: number): Promise<void> {
    await this.#beating;
    await this.#beat(now);
    if (this.#lastBeat === now) await this.#readFresh([]);
  }

  #warnOf(problem: string): void {
    const now = performance.now();
    this.#unusableSince ??= now;
    if (this.#isWarned || now - this.#unusableSince < graceMs) return;
    this.#isWarned = true;
    process.emitWarning(`The read replica of PostgreSQL is not used: ${problem}. The primary reads instead`, {
      code: "POSTERN_POSTGRES_REPLICA",
    });
  }
}

/** True if an outcome of a replica can be used: it cannot be older than the cached version. */
function isAsRecent({ known }: RecordRead, outcome: Outcome<FoundRecord> | undefined): boolean {
  if (outcome === "unchanged") return true;
  return known === undefined && outcome !== undefined && outcome !== null && !(outcome instanceof Failure);
}
