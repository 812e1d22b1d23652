import type { Cluster, Redis } from "ioredis";
import type { Durability } from "../../lib/store/mod.ts";
import { checkConnection } from "./check_connection.ts";
import { RedisConfigurationError } from "./redis_configuration_error.ts";
import { RedisStoreError } from "./redis_store_error.ts";
import { readServerConfiguration, refusalOf, type ServerConfiguration } from "./server_configuration.ts";

/** Bounds of a {@link RedisConnection}, in milliseconds. */
export interface ConnectionTimeouts {
  connectTimeoutMs: number;
  commandTimeoutMs: number;
}

/** A command that waits for its reply. */
interface Wait {
  /** Index in the list of waiting commands. */
  at: number;
  /** Deadline on the monotonic clock, in milliseconds. */
  until: number;
  reject: (error: RedisStoreError) => void;
}

/** Milliseconds between two reads of the servers' configuration. */
const checkInterval = 60_000;

/** Default of Redis for `proto-max-bulk-len`. */
const longestByDefault = 512 * 1024 * 1024;

/** Maximum number of commands without a reply, so that a hanging server does not fill this process's memory. */
const mostUnanswered = 10_000;

/**
 * A connection whose operations have a timeout. Without a connection, operations fail immediately. Only operations at the start wait for
 * the first connection.
 */
export class RedisConnection {
  readonly client: Redis | Cluster;
  readonly #timeouts: ConnectionTimeouts;
  readonly #firstReady: Promise<void>;
  #isStarting = true;
  /** Unordered. An array, because a growing Set in V8 keeps its old entries in memory. */
  readonly #waiting: Wait[] = [];
  /** Number of commands that ioredis holds, also after their timeout. */
  #unanswered = 0;
  #watching: ReturnType<typeof setInterval> | undefined;
  #lastError: Error | undefined;
  #refusal: RedisConfigurationError | undefined;
  /** Number of connections that were lost. */
  #losses = 0;
  /** True if the steps of connecting were checked on the present connection. No operation is sent before. */
  #isChecked = false;
  #checking: Promise<void> | undefined;
  /** Maximum number of bytes of a text that a command sends, of the server with the lowest maximum. */
  #longestText = longestByDefault;
  /** Time on the monotonic clock, in milliseconds. */
  #nextCheck = 0;
  readonly #durability: Durability;

  constructor(
    client: Redis | Cluster,
    { durability = "none", ...timeouts }: ConnectionTimeouts & { durability?: Durability },
  ) {
    this.client = client;
    this.#timeouts = timeouts;
    this.#durability = durability;
    this.#firstReady = new Promise((resolve) => {
      // Without this listener, ioredis logs every failed attempt to the console.
      client.on("error", (error: Error) => {
        this.#lastError = error;
        if (new RedisStoreError(error).isRefusal) resolve();
      });
      const onReady = (): void =>
        void Promise.allSettled([this.#checkConnection(), this.#checkServers()]).then(() => resolve());
      client.on("ready", onReady);
      client.on("close", () => {
        this.#losses++;
        this.#isChecked = false;
      });
      if (client.status === "ready") onReady();
      if (client.status === "wait") client.connect().catch(() => undefined); // The listener above gets its errors.
      setTimeout(resolve, timeouts.connectTimeoutMs).unref();
    });
    void this.#firstReady.then(() => (this.#isStarting = false));
  }

  /** True if several servers each have a part of the partitions. */
  get isCluster(): boolean {
    return "nodes" in this.client;
  }

  /**
   * Runs an operation on the server.
   *
   * @throws {RedisStoreError} when it fails or times out
   */
  async run<Result>(operation: (client: Redis | Cluster) => Promise<Result>): Promise<Result> {
    if (this.#isStarting) await this.#firstReady;
    this.#checkAgain();
    if (this.#refusal !== undefined) throw this.#refusal;
    try {
      if (!this.#isChecked && this.client.status === "ready") await this.#checkConnection();
      if (this.client.status !== "ready") throw this.#disconnected();
      if (this.#unanswered >= mostUnanswered) {
        throw new RedisStoreError(`${mostUnanswered} commands are still waiting for a reply`);
      }
      return await this.#inTime(operation(this.client));
    } catch (error) {
      throw error instanceof RedisStoreError ? error : new RedisStoreError(error);
    }
  }

  /** Maximum number of bytes of a text that a command sends. */
  get longestText(): number {
    return this.#longestText;
  }

  /** Checks the steps of connecting, once for each connection. A failed check is repeated by the next operation. */
  #checkConnection(): Promise<void> {
    const losses = this.#losses;
    return (this.#checking ??= this.#inTime(checkConnection(this.client))
      .then(() => void (this.#isChecked = losses === this.#losses))
      .finally(() => (this.#checking = undefined)));
  }

  /** Closes the connection, after pending operations have their reply or time out. */
  async close(): Promise<void> {
    try {
      await this.#inTime(this.client.quit());
    } catch {
      // Without a connection, QUIT fails.
    }
    this.client.disconnect();
  }

  /** Waits for a reply until the timeout. One timer is enough for all commands, because they have the same timeout. */
  #inTime<Result>(running: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const until = performance.now() + this.#timeouts.commandTimeoutMs;
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

  /** Removes a waiting command, unless it was already removed. */
  #remove(wait: Wait): void {
    if (this.#waiting[wait.at] !== wait) return;
    const last = this.#waiting.pop();
    if (last === undefined || last === wait) return;
    this.#waiting[wait.at] = last;
    last.at = wait.at;
  }

  #watch(): void {
    if (this.#watching !== undefined) return;
    const { commandTimeoutMs } = this.#timeouts;
    const interval = Math.max(1, commandTimeoutMs / 20);
    this.#watching = setInterval(() => this.#endLate(), interval);
  }

  #endLate(): void {
    const now = performance.now();
    for (const wait of this.#waiting.filter(({ until }) => until <= now)) {
      this.#remove(wait);
      wait.reject(new RedisStoreError(`no reply within ${this.#timeouts.commandTimeoutMs} ms`));
    }
    if (this.#waiting.length > 0) return;
    clearInterval(this.#watching);
    this.#watching = undefined;
  }

  #disconnected(): RedisStoreError {
    const reason = this.#lastError?.message ?? this.client.status;
    return new RedisStoreError(new Error(`not connected (${reason})`, { cause: this.#lastError }));
  }

  async readConfigurations(): Promise<ServerConfiguration[]> {
    const { client } = this;
    const nodes = "nodes" in client ? client.nodes("master") : [client];
    return this.#inTime(Promise.all(nodes.map(readServerConfiguration)));
  }

  /** Reads the configuration again from time to time, because an operator can change it on a running server. */
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
      this.#longestText = Math.min(...configurations.map((one) => one.longestText ?? longestByDefault));
    } catch {
      // If a server does not respond, the operations fail with their own error.
    }
    const now = this.#refusal?.message;
    if (now !== undefined && now !== before) process.emitWarning(now, { code: "POSTERN_REDIS_REFUSED" });
  }
}
