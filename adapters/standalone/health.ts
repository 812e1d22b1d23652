import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type AtomicDriver, encodeKey, StoreReplacedError } from "../../lib/store/mod.ts";
import { RedisConfigurationError } from "../../storage-drivers/redis/redis_configuration_error.ts";
import { hasTwoHosts, originForm } from "../node/node_incoming.ts";
import type { DamagedRecords } from "./damaged_records.ts";

/** Milliseconds within which the store must answer for the server to be ready. */
const storeDeadline = 1000;

/** Seconds after which a client may look again. */
const retryAfter = 5;

/** Answers `/healthz` (the process is alive) and `/readyz` (it can serve). */
export class Health {
  readonly #storage: AtomicDriver;
  readonly #damaged: Pick<DamagedRecords, "size">;
  #probe: Promise<string | undefined> | undefined;
  #isDraining = false;

  constructor(storage: AtomicDriver, damaged: Pick<DamagedRecords, "size">) {
    this.#storage = storage;
    this.#damaged = damaged;
  }

  /** From now on the server is not ready: what is in front of it should send requests elsewhere. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Answers a probe, and says at which path; undefined for any other. */
  answer({ method, url = "", rawHeaders }: IncomingMessage, outgoing: ServerResponse): string | undefined {
    const target = originForm(url);
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
    // However many ask, the store is asked once at a time: a store in trouble is not helped by probes.
    this.#probe ??= failureInTime(this.#storage).finally(() => (this.#probe = undefined));
    return this.#probe;
  }
}

/** All but the damaged records is served, so the server is ready. */
function readyText(damaged: number): string {
  if (damaged === 0) return "ok";
  return `ok; ${damaged} damaged ${damaged === 1 ? "record" : "records"}, see the log`;
}

const noAnswer = "the store does not answer";

async function failureInTime(storage: AtomicDriver): Promise<string | undefined> {
  const timer = new AbortController();
  const late = pause(storeDeadline, noAnswer, { signal: timer.signal }).catch(() => noAnswer);
  return Promise.race([failureOf(storage), late]).finally(() => timer.abort());
}

/** Reads a record that does not exist: before an engine reports that, it checks that the store is still the same. */
async function failureOf({ atomic }: AtomicDriver): Promise<string | undefined> {
  try {
    await atomic.getMany([{ partition: encodeKey(["health"]), key: encodeKey(["ready"]) }]);
    return undefined;
  } catch (error) {
    if (error instanceof StoreReplacedError) return error.reason;
    // Every other message can name addresses and paths.
    return error instanceof RedisConfigurationError ? error.message : noAnswer;
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
