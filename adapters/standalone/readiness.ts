import { setTimeout as pause } from "node:timers/promises";
import { type AtomicDriver, encodeKey, isRefusal, StoreReplacedError } from "../../lib/store/mod.ts";
import { PostgresConfigurationError } from "../../storage-drivers/postgres/connection/postgres_configuration_error.ts";
import { RedisConfigurationError } from "../../storage-drivers/redis/redis_configuration_error.ts";
import type { DamagedRecords } from "./damaged_records.ts";
import type { ServerState } from "./health.ts";
import type { WriteOutcomes } from "./write_outcomes.ts";

/** Milliseconds that the store has to respond for the server to be ready. */
const storeDeadline = 1000;

/** Parts of {@link Readiness}. */
interface ReadinessParts {
  storage: AtomicDriver;
  damaged: Pick<DamagedRecords, "size">;
  writes: Pick<WriteOutcomes, "refusedSince" | "areCountsRefused">;
  /** True if posts cannot be read without a key, so each read is counted. */
  countsReads: boolean;
}

/** Knows if a server can serve posts. */
export class Readiness {
  readonly #parts: ReadinessParts;
  #probe: Promise<string | undefined> | undefined;
  #isDraining = false;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  /** Marks the server as not ready, so that load balancers send requests elsewhere. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Returns the state of the server. It reads the store, and writes nothing. */
  async read(): Promise<ServerState> {
    const failure = this.#isDraining
      ? "shutting down"
      : ((await this.#storeFailure()) ?? this.#countFailure());
    return failure === undefined
      ? { isReady: true, text: this.#readyText() }
      : { isReady: false, text: failure };
  }

  /** Returns the reason if no post can be read because the use of a key cannot be counted. */
  #countFailure(): string | undefined {
    const { countsReads, writes } = this.#parts;
    return countsReads && writes.areCountsRefused
      ? `${this.#refusedWrites()}; reads need a key, and its use cannot be counted`
      : undefined;
  }

  /** The server is ready despite refused writes and damaged records, because it still serves all other records. */
  #readyText(): string {
    const { damaged, writes } = this.#parts;
    const state = writes.refusedSince === undefined ? "ok" : `degraded: ${this.#refusedWrites()}`;
    if (damaged.size === 0) return state;
    return `${state}; ${damaged.size} damaged ${damaged.size === 1 ? "record" : "records"}, see the log`;
  }

  #refusedWrites(): string {
    const { refusedSince = 0 } = this.#parts.writes;
    return `writes refused since ${new Date(refusedSince).toISOString()}`;
  }

  async #storeFailure(): Promise<string | undefined> {
    // All concurrent probes share one read of the store, so probes add no load to a store in trouble.
    this.#probe ??= failureInTime(this.#parts.storage).finally(() => (this.#probe = undefined));
    return this.#probe;
  }
}

const noAnswer = "the store does not respond";
const refusal = "the store refuses to be read";

async function failureInTime(storage: AtomicDriver): Promise<string | undefined> {
  const timer = new AbortController();
  const late = pause(storeDeadline, noAnswer, { signal: timer.signal }).catch(() => noAnswer);
  return Promise.race([failureOf(storage), late]).finally(() => timer.abort());
}

/** Reads a record that does not exist. Before an engine reports a missing record, it checks that the store was not replaced. */
async function failureOf({ atomic }: AtomicDriver): Promise<string | undefined> {
  try {
    await atomic.getMany([{ partition: encodeKey(["health"]), key: encodeKey(["ready"]) }]);
    return undefined;
  } catch (error) {
    if (error instanceof StoreReplacedError) return error.reason;
    // Other messages may contain addresses and paths.
    const isConfiguration =
      error instanceof RedisConfigurationError || error instanceof PostgresConfigurationError;
    if (isConfiguration) return error.message;
    return isRefusal(error) ? refusal : noAnswer;
  }
}
