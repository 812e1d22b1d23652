import {
  Connection,
  isConnectionLoss,
  type Row,
  type Statement,
  type StatementLimits,
} from "./connection.ts";
import type { NewClient } from "./client_settings.ts";
import { PostgresStoreError } from "./postgres_store_error.ts";
import { beginFixed } from "./session_settings.ts";

/** Options of a {@link ConnectionPool}. */
export interface ConnectionPoolOptions {
  newClient: NewClient;
  /** Maximum number of connections. */
  size: number;
  /** Default time for a statement, in milliseconds. */
  commandTimeoutMs: number;
}

/** The deadline includes the wait for a connection. Default: the command timeout from now. */
export interface StatementOptions extends Partial<StatementLimits> {
  /** True if the statement may be sent again after its connection was lost. Never for a write. Default: false. */
  isRepeatable?: boolean;
}

/** A statement that waits for a connection. */
interface Waiting {
  deadline: number;
  resolve: (connection: Connection) => void;
  reject: (error: PostgresStoreError) => void;
}

/** Maximum number of waiting statements, so that a hanging server does not fill this process's memory. */
const mostWaiting = 10_000;
const mostAttempts = 3;
const shortestPause = 25;
const longestPause = 2000;

/**
 * Connections that statements share. They are opened when needed. Without a connection, statements fail immediately while the pool pauses
 * after a failed attempt to connect.
 */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  readonly #all = new Set<Connection>();
  readonly #idle: Connection[] = [];
  #waiting: Waiting[] = [];
  #connecting = 0;
  #failures = 0;
  /** Time on the monotonic clock, in milliseconds. */
  #nextAttempt = 0;
  #lastError: PostgresStoreError | undefined;
  #watching: ReturnType<typeof setInterval> | undefined;
  #onDrained: (() => void) | undefined;
  #isClosed = false;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a statement.
   *
   * @throws {PostgresStoreError} when it fails or its deadline passes
   */
  async run(statement: Statement, options: StatementOptions = {}): Promise<Row[]> {
    const { deadline = this.#defaultDeadline(), signal, isRepeatable = false } = options;
    for (let attempt = 1; ; attempt++) {
      const connection = this.#idle.pop() ?? (await this.#acquire(deadline));
      this.#watch();
      try {
        return await connection.query(statement, { deadline, signal });
      } catch (error) {
        const mayRepeat = isRepeatable && attempt < mostAttempts && performance.now() < deadline;
        if (!mayRepeat || !isConnectionLoss(error)) throw error;
      } finally {
        this.#release(connection);
      }
    }
  }

  /**
   * Runs several statements in one transaction. If one fails, all are rolled back.
   *
   * @param work gets the function that sends a statement
   * @param options.timeoutMs milliseconds for each statement. Default: the command timeout
   * @param options.signal its abortion cancels the statement that is running
   * @param options.isolation Default: each statement sees the latest commits, and may write
   */
  async transaction<Result>(
    work: (send: (statement: Statement) => Promise<Row[]>) => Promise<Result>,
    {
      timeoutMs = this.#options.commandTimeoutMs,
      signal,
      isolation = "read committed, read write",
    }: {
      timeoutMs?: number;
      signal?: AbortSignal | undefined;
      isolation?: Parameters<typeof beginFixed>[0];
    } = {},
  ): Promise<Result> {
    const connection = this.#idle.pop() ?? (await this.#acquire(performance.now() + timeoutMs));
    this.#watch();
    const send = async (statement: Statement): Promise<Row[]> =>
      connection.query(statement, { deadline: performance.now() + timeoutMs, signal });
    try {
      await send({ text: beginFixed(isolation, timeoutMs) });
      const result = await work(send);
      await send({ text: "commit" });
      return result;
    } catch (error) {
      // The server rolls back a transaction whose connection ends.
      if (connection.canceling !== undefined) void connection.canceling.then(() => connection.close());
      else if (connection.isUsable) await send({ text: "rollback" }).catch(() => connection.close());
      throw error;
    } finally {
      this.#release(connection);
    }
  }

  /** Closes all connections after the statements in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#isBusy()) await new Promise<void>((resolve) => (this.#onDrained = resolve));
    for (const connection of this.#all) connection.close();
  }

  #defaultDeadline(): number {
    return performance.now() + this.#options.commandTimeoutMs;
  }

  #isBusy(): boolean {
    return this.#waiting.length + this.#connecting > 0 || this.#idle.length < this.#all.size;
  }

  async #acquire(deadline: number): Promise<Connection> {
    if (this.#isClosed) throw new PostgresStoreError("the store is closed");
    if (this.#waiting.length >= mostWaiting) {
      throw new PostgresStoreError(`${mostWaiting} statements are waiting for a connection`);
    }
    const isPausing = performance.now() < this.#nextAttempt;
    if (isPausing && this.#all.size + this.#connecting === 0) throw this.#notConnected();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ deadline, resolve, reject });
      this.#watch();
      this.#connect();
    });
  }

  #release(connection: Connection): void {
    if (connection.canceling !== undefined) {
      void connection.canceling.then(() => this.#release(connection));
      return;
    }
    if (connection.isUsable) {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(connection);
      else next.resolve(connection);
    } else this.#remove(connection);
    if (this.#onDrained !== undefined && !this.#isBusy()) this.#onDrained();
  }

  #remove(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
    this.#connect();
  }

  /** Opens a connection if a statement waits for one, and the pool has room. */
  #connect(): void {
    const isNeeded = this.#waiting.length > this.#connecting;
    const hasRoom = this.#all.size + this.#connecting < this.#options.size;
    if (!isNeeded || !hasRoom || performance.now() < this.#nextAttempt) return;
    this.#connecting++;
    Connection.open(this.#options.newClient, (connection) => this.#remove(connection)).then(
      (connection) => this.#add(connection),
      (error: unknown) => this.#fail(error),
    );
  }

  #add(connection: Connection): void {
    this.#connecting--;
    this.#failures = 0;
    this.#all.add(connection);
    this.#release(connection);
  }

  /** Pauses after a failed attempt. Fails all waiting statements if no connection is left that could run them. */
  #fail(error: unknown): void {
    this.#connecting--;
    this.#lastError = new PostgresStoreError(error);
    const pause = Math.min(longestPause, shortestPause * 2 ** this.#failures++);
    this.#nextAttempt = performance.now() + pause * (0.5 + Math.random() / 2);
    if (this.#all.size + this.#connecting > 0) return;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#notConnected());
    if (this.#onDrained !== undefined && !this.#isBusy()) this.#onDrained();
  }

  #notConnected(): PostgresStoreError {
    const { cause } = this.#lastError ?? {};
    const reason = this.#lastError?.message.replace(/^Cannot use PostgreSQL: /, "") ?? "no attempt";
    const error = new Error(`not connected: ${reason}`, { cause });
    return new PostgresStoreError(error);
  }

  /** One timer is enough for all statements. */
  #watch(): void {
    if (this.#watching !== undefined) return;
    const interval = Math.max(5, this.#options.commandTimeoutMs / 20);
    this.#watching = setInterval(() => this.#endLate(), interval);
  }

  #endLate(): void {
    const now = performance.now();
    for (const connection of this.#all) connection.endIfLate(now);
    const late = this.#waiting.filter(({ deadline }) => deadline <= now);
    if (late.length > 0) this.#waiting = this.#waiting.filter(({ deadline }) => deadline > now);
    for (const { reject } of late) reject(new PostgresStoreError("no connection was free in time"));
    this.#connect();
    if (this.#isBusy()) return;
    clearInterval(this.#watching);
    this.#watching = undefined;
  }
}
