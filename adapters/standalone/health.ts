import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type AtomicDriver, encodeKey } from "../../lib/store/mod.ts";
import { RedisConfigurationError } from "../../storage-drivers/redis/redis_configuration_error.ts";
import { hasTwoHosts } from "../node/has_two_hosts.ts";
import { originForm } from "../node/origin_form.ts";

/** Milliseconds within which the store must answer for the server to be ready. */
const storeDeadline = 1000;

const noAnswer = "the store does not answer";

/** Seconds after which a client may look again. */
const retryAfter = 5;

/** Answers `/healthz` (the process is alive) and `/readyz` (it can serve). */
export class Health {
  readonly #storage: AtomicDriver;
  #probe: Promise<string | undefined> | undefined;
  #isDraining = false;

  constructor(storage: AtomicDriver) {
    this.#storage = storage;
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
    if (reason === undefined) send(outgoing, 200, "ok");
    else send(outgoing, 503, reason, { "retry-after": String(retryAfter) });
  }

  async #storeFailure(): Promise<string | undefined> {
    // However many ask, the store is asked once at a time: a store in trouble is not helped by probes.
    this.#probe ??= failureInTime(this.#storage).finally(() => (this.#probe = undefined));
    return this.#probe;
  }
}

async function failureInTime(storage: AtomicDriver): Promise<string | undefined> {
  const timer = new AbortController();
  const late = pause(storeDeadline, noAnswer, { signal: timer.signal }).catch(() => noAnswer);
  return Promise.race([failureOf(storage), late]).finally(() => timer.abort());
}

/** Why the store cannot be used. The record that is read does not exist: the answer counts. */
async function failureOf({ atomic }: AtomicDriver): Promise<string | undefined> {
  try {
    await atomic.getMany([{ partition: encodeKey(["health"]), key: encodeKey(["ready"]) }]);
    return undefined;
  } catch (error) {
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
