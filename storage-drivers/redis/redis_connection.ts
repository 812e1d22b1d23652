import type { Cluster, Redis } from "ioredis";
import type { Durability } from "../../lib/store/mod.ts";
import { RedisConfigurationError } from "./redis_configuration_error.ts";
import { RedisStoreError } from "./redis_store_error.ts";
import { readServerConfiguration, refusalOf, type ServerConfiguration } from "./server_configuration.ts";

/** Bounds of a {@link RedisConnection}, in milliseconds. */
export interface ConnectionTimeouts {
  connectTimeout: number;
  commandTimeout: number;
}

/** A command that waits for its answer. */
interface Wait {
  /** Where it stands in the list of those that wait. */
  at: number;
  /** By the monotonic clock, in milliseconds. */
  until: number;
  reject: (error: RedisStoreError) => void;
}

/** Milliseconds after which the configuration of the servers is read again. */
const checkInterval = 60_000;

/** How many commands may be without an answer: a server that hangs must not fill this process's memory. */
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
  /** In no order. Not a Set: V8 links the tables that a Set has outgrown, so that what was in them outlives its time. */
  readonly #waiting: Wait[] = [];
  /** Commands that ioredis holds, also those that nobody waits for any longer. */
  #unanswered = 0;
  #watching: ReturnType<typeof setInterval> | undefined;
  #lastError: Error | undefined;
  #refusal: RedisConfigurationError | undefined;
  /** By the monotonic clock, in milliseconds. */
  #nextCheck = 0;
  readonly #durability: Durability;

  constructor(
    client: Redis | Cluster,
    { durability = "none", ...timeouts }: ConnectionTimeouts & { durability?: Durability },
  ) {
    this.client = client;
    this.#timeouts = timeouts;
    this.#durability = durability;
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

  /** Whether there are several servers, each with a part of the partitions. */
  get isCluster(): boolean {
    return "nodes" in this.client;
  }

  /**
   * Runs an operation against the server.
   *
   * @throws {RedisStoreError} when it fails or is not answered in time
   */
  async run<Result>(operation: (client: Redis | Cluster) => Promise<Result>): Promise<Result> {
    if (this.#isStarting) await this.#firstReady;
    this.#checkAgain();
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.client.status !== "ready") throw this.#disconnected();
    if (this.#unanswered >= mostUnanswered) {
      throw new RedisStoreError(`${mostUnanswered} commands have no answer yet`);
    }
    return this.#inTime(operation(this.client)).catch((error: unknown) => {
      throw error instanceof RedisStoreError ? error : new RedisStoreError(error);
    });
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

  /** Waits for an answer, and no longer than its time. One timer watches all of them, since all have the same time. */
  #inTime<Result>(running: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const until = performance.now() + this.#timeouts.commandTimeout;
      const wait = { at: this.#waiting.length, until, reject };
      this.#waiting.push(wait);
      this.#unanswered++;
      this.#watch();
      const end = (): void => {
        this.#remove(wait);
        this.#unanswered--;
      };
      running.then(resolve, reject).finally(end);
    });
  }

  /** Does nothing where it was removed before. */
  #remove(wait: Wait): void {
    if (this.#waiting[wait.at] !== wait) return;
    const last = this.#waiting.pop();
    if (last === undefined || last === wait) return;
    this.#waiting[wait.at] = last;
    last.at = wait.at;
  }

  #watch(): void {
    if (this.#watching !== undefined) return;
    const { commandTimeout } = this.#timeouts;
    const interval = Math.max(1, commandTimeout / 20);
    this.#watching = setInterval(() => this.#endLate(), interval);
  }

  #endLate(): void {
    const now = performance.now();
    for (const wait of this.#waiting.filter(({ until }) => until <= now)) {
      this.#remove(wait);
      wait.reject(new RedisStoreError(`no answer within ${this.#timeouts.commandTimeout} ms`));
    }
    if (this.#waiting.length > 0) return;
    clearInterval(this.#watching);
    this.#watching = undefined;
  }

  #disconnected(): RedisStoreError {
    const reason = this.#lastError?.message ?? this.client.status;
    return new RedisStoreError(new Error(`not connected (${reason})`, { cause: this.#lastError }));
  }

  /** Reads the configuration of all servers. */
  async readConfigurations(): Promise<ServerConfiguration[]> {
    const { client } = this;
    const nodes = "nodes" in client ? client.nodes("master") : [client];
    return this.#inTime(Promise.all(nodes.map(readServerConfiguration)));
  }

  /** An operator can change the configuration of a server that runs. */
  #checkAgain(): void {
    if (performance.now() < this.#nextCheck || this.client.status !== "ready") return;
    void this.#checkServers();
  }

  async #checkServers(): Promise<void> {
    this.#nextCheck = performance.now() + checkInterval;
    const before = this.#refusal?.message;
    try {
      const configurations = await this.readConfigurations();
      const reasons = configurations.map((configuration) => refusalOf(configuration, this.#durability));
      const reason = reasons.find((reason) => reason !== undefined);
      this.#refusal = reason === undefined ? undefined : new RedisConfigurationError(reason);
    } catch {
      // The operations themselves fail when a server does not respond.
    }
    const now = this.#refusal?.message;
    if (now !== undefined && now !== before) process.emitWarning(now, { code: "POSTERN_REDIS_REFUSED" });
  }
}
