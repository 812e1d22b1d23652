import type { Cluster, Redis } from "ioredis";
import { RedisStoreError } from "./redis_store_error.ts";

/** Bounds of a {@link RedisConnection}, in milliseconds. */
export interface ConnectionTimeouts {
  connectTimeout: number;
  commandTimeout: number;
}

/** How many commands may wait for an answer: a server that hangs must not fill this process's memory. */
const mostUnanswered = 10_000;

/**
 * A connection whose every operation ends within its time. While there is no connection, operations
 * fail at once; only those asked for at the start wait for the first.
 */
export class RedisConnection {
  readonly client: Redis | Cluster;
  readonly #timeouts: ConnectionTimeouts;
  readonly #firstReady: Promise<void>;
  #isStarting = true;
  #unanswered = 0;
  #lastError: Error | undefined;
  #refusal: Error | undefined;

  constructor(client: Redis | Cluster, timeouts: ConnectionTimeouts) {
    this.client = client;
    this.#timeouts = timeouts;
    // Without a listener, ioredis writes every failed attempt to the console.
    client.on("error", (error: Error) => (this.#lastError = error));
    this.#firstReady = new Promise((resolve) => {
      const onReady = (): void => void this.#checkServers().finally(resolve);
      client.on("ready", onReady);
      if (client.status === "ready") onReady();
      if (client.status === "wait") client.connect().catch(() => undefined); // Its errors are told above.
      setTimeout(resolve, timeouts.connectTimeout).unref();
    });
    void this.#firstReady.then(() => (this.#isStarting = false));
  }

  /**
   * Runs an operation against the server.
   *
   * @throws {RedisStoreError} when it fails or is not answered in time
   */
  async run<Result>(operation: (client: Redis | Cluster) => Promise<Result>): Promise<Result> {
    if (this.#isStarting) await this.#firstReady;
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.client.status !== "ready") throw this.#disconnected();
    if (this.#unanswered >= mostUnanswered) {
      throw new RedisStoreError(`${mostUnanswered} commands are waiting for an answer`);
    }
    this.#unanswered++;
    const running = operation(this.client).finally(() => this.#unanswered--);
    try {
      return await this.#inTime(running);
    } catch (error) {
      throw error instanceof RedisStoreError ? error : new RedisStoreError(error);
    }
  }

  /** Ends the connection; an operation that is under way gets its answer if it comes in time. */
  async close(): Promise<void> {
    try {
      await this.#inTime(this.client.quit());
    } catch {
      // There is no one to say goodbye to.
    }
    this.client.disconnect();
  }

  async #inTime<Result>(running: Promise<Result>): Promise<Result> {
    const { commandTimeout } = this.#timeouts;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const onLate = (): void => reject(new RedisStoreError(`no answer within ${commandTimeout} ms`));
      timer = setTimeout(onLate, commandTimeout);
    });
    try {
      return await Promise.race([running, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #disconnected(): RedisStoreError {
    const reason = this.#lastError?.message ?? this.client.status;
    return new RedisStoreError(new Error(`not connected (${reason})`, { cause: this.#lastError }));
  }

  /** A server that drops records to make room would drop counters, and with them the quota. */
  async #checkServers(): Promise<void> {
    try {
      const { client } = this;
      const nodes = "nodes" in client ? client.nodes("master") : [client];
      const reports = await this.#inTime(Promise.all(nodes.map((node) => node.info("memory"))));
      const policy = reports.map(evictionPolicy).find((policy) => policy.startsWith("allkeys"));
      const reason = `its maxmemory-policy is ${policy}, and must be noeviction`;
      this.#refusal = policy === undefined ? undefined : new RedisStoreError(reason);
    } catch {
      // A server may forbid INFO. It works all the same.
    }
  }
}

function evictionPolicy(report: string): string {
  const isLimited = !/^maxmemory:0\r?$/m.test(report);
  return (isLimited && /^maxmemory_policy:([\w-]+)/m.exec(report)?.[1]) || "noeviction";
}
