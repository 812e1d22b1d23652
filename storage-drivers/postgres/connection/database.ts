import { type Durability, StoreReplacedError } from "../../../lib/store/mod.ts";
import type { NewClient } from "./client_settings.ts";
import { isRefusal, readOnlyCode, type Row, type Statement } from "./connection.ts";
import { ConnectionPool, type StatementOptions } from "./connection_pool.ts";
import { prepareSchema } from "./migrate.ts";
import { PostgresStoreError } from "./postgres_store_error.ts";
import { codesOfSettings } from "./session_settings.ts";
import { type ServerState, serverStateSql, toServerState } from "./server_state.ts";

export interface DatabaseOptions {
  newClient: NewClient;
  schema: string;
  migrate: boolean;
  /** False to refuse a schema that is missing. */
  create: boolean;
  /** Maximum number of connections. Half of them are for reads. */
  pool: number;
  commandTimeoutMs: number;
}

/** Milliseconds between two reads of the server's settings. */
const checkInterval = 60_000;

/** Codes of a missing schema, table or function. */
const goneCodes: ReadonlySet<string | undefined> = new Set(["3F000", "42P01", "42883"]);

/** A database with the schema of Postern. Reads and writes have connections of their own, so a locked record does not stop reads. */
export class Database {
  readonly #options: DatabaseOptions;
  readonly #reads: ConnectionPool;
  readonly #writes: ConnectionPool;
  readonly #onOpen: () => Promise<void>;
  #durability: Durability = "none";
  #isOpen = false;
  #opening: Promise<void> | undefined;
  /** Time on the monotonic clock, in milliseconds. */
  #nextCheck = 0;

  /** @param onOpen called when the schema is ready, before any other operation */
  constructor(options: DatabaseOptions, onOpen: () => Promise<void>) {
    const { newClient, pool, commandTimeoutMs } = options;
    this.#options = options;
    this.#onOpen = onOpen;
    this.#reads = new ConnectionPool({ newClient, size: Math.ceil(pool / 2), commandTimeoutMs });
    this.#writes = new ConnectionPool({ newClient, size: Math.floor(pool / 2), commandTimeoutMs });
  }

  /** As the server's settings say. Until the first response: none. */
  get durability(): Durability {
    return this.#durability;
  }

  /**
   * Checks the server and prepares the schema, once. A failed attempt is repeated by the next operation.
   *
   * @returns undefined if the database is open
   */
  open(): Promise<void> | undefined {
    if (this.#isOpen) return this.#checkAgain();
    return (this.#opening ??= this.#open().finally(() => (this.#opening = undefined)));
  }

  /** Runs a statement that only reads. It is sent again if the connection was lost. */
  read(statement: Statement, signal?: AbortSignal): Promise<Row[]> {
    return this.#translated(this.#run(this.#reads, statement, { isRepeatable: true, signal }));
  }

  /** Runs a statement that writes. It is sent again only if the server has rolled it back. */
  write(statement: Statement, options?: StatementOptions): Promise<Row[]> {
    return this.#translated(this.#run(this.#writes, statement, options));
  }

  /** Opens a separate connection, which the caller closes. */
  openSeparate(): ConnectionPool {
    const { newClient, commandTimeoutMs } = this.#options;
    return new ConnectionPool({ newClient, size: 1, commandTimeoutMs });
  }

  /** Closes the connections after the statements in progress. */
  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#writes.close()]);
  }

  async #open(): Promise<void> {
    const { hasMigrations } = await this.#check();
    await prepareSchema(this.#writes, hasMigrations, this.#options);
    await this.#onOpen();
    this.#isOpen = true;
  }

  async #check(): Promise<ServerState> {
    this.#nextCheck = performance.now() + checkInterval;
    const statement = { text: serverStateSql(this.#options.schema) };
    const [row] = await this.#run(this.#reads, statement, { isRepeatable: true });
    const state = toServerState(row);
    this.#durability = state.durability;
    return state;
  }

  /** False if the operator has made the server read-only, or it does not respond. */
  #isWritable(): Promise<boolean> {
    return this.#check().then(
      () => true,
      () => false,
    );
  }

  /** Reads the settings again from time to time, because an operator can change them. Operations report a failure themselves. */
  #checkAgain(): undefined {
    if (performance.now() < this.#nextCheck) return;
    this.#check().catch(() => undefined);
  }

  /** Runs a statement, and once more with Postern's own settings if those of the connection have made it fail. */
  async #run(pool: ConnectionPool, statement: Statement, options: StatementOptions = {}): Promise<Row[]> {
    const { deadline = performance.now() + this.#options.commandTimeoutMs } = options;
    let failure: PostgresStoreError | undefined;
    try {
      const rows = await pool.run(statement, { ...options, deadline });
      if (rows.length > 0 || statement.hasRows !== true) return rows;
    } catch (error) {
      if (!(error instanceof PostgresStoreError) || !codesOfSettings.has(error.code)) throw error;
      failure = error;
    }
    // A transaction may write despite the connection's setting, but not despite the operator's.
    if (failure?.code === readOnlyCode && !(await this.#isWritable())) throw failure;
    try {
      const timeoutMs = Math.max(0, deadline - performance.now());
      return await pool.transaction((send) => send(statement), { timeoutMs, signal: options.signal });
    } catch (error) {
      // Without a refusal, the transaction may have been committed. Then its error must not say that the server has rolled it back.
      throw isRefusal(error) ? (failure ?? error) : error;
    }
  }

  async #translated(running: Promise<Row[]>): Promise<Row[]> {
    try {
      return await running;
    } catch (error) {
      const isGone = this.#isOpen && error instanceof PostgresStoreError && goneCodes.has(error.code);
      throw isGone ? new StoreReplacedError("in PostgreSQL", "is gone") : error;
    }
  }
}
