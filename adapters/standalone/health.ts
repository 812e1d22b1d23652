import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type AtomicDriver, encodeKey, isRefusal, StoreReplacedError } from "../../lib/store/mod.ts";
import { PostgresConfigurationError } from "../../storage-drivers/postgres/connection/postgres_configuration_error.ts";
import { RedisConfigurationError } from "../../storage-drivers/redis/redis_configuration_error.ts";
import { targetOf } from "../../lib/http/mod.ts";
import { hasTwoHosts } from "../node/node_incoming.ts";
import type { DamagedRecords } from "./damaged_records.ts";

/** Milliseconds that the store has to respond for the server to be ready. */
const storeDeadline = 1000;

/** Seconds after which a client may retry. */
const retryAfter = 5;

/** Responds to `/healthz` (the process is alive) and `/readyz` (it can serve). */
export class Health {
  readonly #storage: AtomicDriver;
  readonly #damaged: Pick<DamagedRecords, "size">;
  #probe: Promise<string | undefined> | undefined;
  #isDraining = false;

  constructor(storage: AtomicDriver, damaged: Pick<DamagedRecords, "size">) {
    this.#storage = storage;
    this.#damaged = damaged;
  }

  /** Marks the server as not ready, so that load balancers send requests elsewhere. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Responds to a probe and returns its path. Returns undefined for every other path. */
  answer({ method, url = "", rawHeaders }: IncomingMessage, outgoing: ServerResponse): string | undefined {
    const target = targetOf(url);
    if (!target.startsWith("/healthz") && !target.startsWith("/readyz")) return undefined;
    const [path = ""] = target.split("?", 1);
    if ((path !== "/healthz" && path !== "/readyz") || hasTwoHosts(rawHeaders)) return undefined;
    if (method !== "GET" && method !== "HEAD")
      send(outgoing, 405, "Method not allowed", { allow: "GET, HEAD" });
    else if (path === "/healthz") send(outgoing, 200, "ok");
    else void this.#answerReady(outgoing);
    return path;
  }

  async #answerReady(outgoing: ServerResponse): Promise<void> {
    const reason = this.#isDraining ? "shutting down" : await this.#storeFailure();
    if (reason === undefined) send(outgoing, 200, readyText(this.#damaged.size));
    else send(outgoing, 503, reason, { "retry-after": String(retryAfter) });
  }

  async #storeFailure(): Promise<string | undefined> {
    // All concurrent probes share one read of the store, so probes add no load to a store in trouble.
    this.#probe ??= failureInTime(this.#storage).finally(() => (this.#probe = undefined));
    return this.#probe;
  }
}

/** The server is ready despite damaged records, because it still serves all other records. */
function readyText(damaged: number): string {
  if (damaged === 0) return "ok";
  return `ok; ${damaged} damaged ${damaged === 1 ? "record" : "records"}, see the log`;
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

function send(
  outgoing: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const body = `${text}\n`;
  outgoing.writeHead(status, {
    ...headers,
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(body.length),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  outgoing.end(outgoing.req.method === "HEAD" ? undefined : body);
}
