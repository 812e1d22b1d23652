import { setTimeout as pause } from "node:timers/promises";
import { type AtomicDriver, encodeKey, isRefusal, StoreReplacedError } from "../../lib/store/mod.ts";
import { PostgresConfigurationError } from "../../storage-drivers/postgres/connection/postgres_configuration_error.ts";
import { RedisConfigurationError } from "../../storage-drivers/redis/redis_configuration_error.ts";
import { type HandleIncoming, HeaderList, type Incoming, type Outgoing } from "../../lib/http/mod.ts";
import type { DamagedRecords } from "./damaged_records.ts";
import type { WriteOutcomes } from "./write_outcomes.ts";

/** Milliseconds that the store has to respond for the server to be ready. */
const storeDeadline = 1000;

/** Seconds after which a client may retry. */
const retryAfter = 5;

/** Paths of the probes. Their requests are logged only at level `debug`. */
export const probePaths: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz"]);

/** Returns true for the target of a probe. */
export function isProbe(target: string): boolean {
  return probePaths.has(pathOf(target));
}

function pathOf(target: string): string {
  const [path = ""] = target.split("?", 1);
  return path;
}

/** Parts of {@link Health}. */
interface HealthParts {
  storage: AtomicDriver;
  damaged: Pick<DamagedRecords, "size">;
  writes: Pick<WriteOutcomes, "refusedSince" | "areCountsRefused">;
  /** True if posts cannot be read without a key, so each read is counted. */
  countsReads: boolean;
}

/** Responds to `/healthz` (the process is alive) and `/readyz` (it can serve posts). */
export class Health {
  readonly #parts: HealthParts;
  #probe: Promise<string | undefined> | undefined;
  #isDraining = false;

  constructor(parts: HealthParts) {
    this.#parts = parts;
  }

  /** Marks the server as not ready, so that load balancers send requests elsewhere. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Responds to a probe. Returns undefined for every other path. */
  respond(incoming: Incoming): ReturnType<HandleIncoming> {
    const { method, target } = incoming;
    if (!isProbe(target)) return undefined;
    const path = pathOf(target);
    if (method !== "GET" && method !== "HEAD")
      return toOutgoing(incoming, path, 405, "Method not allowed", { allow: "GET, HEAD" });
    return path === "/healthz" ? toOutgoing(incoming, path, 200, "ok") : this.#respondReady(incoming, path);
  }

  async #respondReady(incoming: Incoming, path: string): Promise<Outgoing> {
    const reason = this.#isDraining
      ? "shutting down"
      : ((await this.#storeFailure()) ?? this.#countFailure());
    if (reason === undefined) return toOutgoing(incoming, path, 200, this.#readyText());
    return toOutgoing(incoming, path, 503, reason, { "retry-after": String(retryAfter) });
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

function toOutgoing(
  { method }: Incoming,
  path: string,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Outgoing {
  const body = new TextEncoder().encode(`${text}\n`);
  return {
    status,
    headers: HeaderList.of({
      ...headers,
      "content-type": "text/plain; charset=utf-8",
      "content-length": String(body.length),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    }),
    body: method === "HEAD" ? null : body,
    about: { route: path },
  };
}
