import type { Client, ClientConfig } from "pg";
import type { NewClient } from "./client_settings.ts";
import { cancelStatement, longestCancel } from "./cancel_statement.ts";
import { PostgresStoreError } from "./postgres_store_error.ts";

/** A value of a statement. A list becomes an array of PostgreSQL. Lists with nulls need `markNullTexts` or `markNullNumbers`. */
export type SqlValue = string | number | boolean | null | readonly (string | number)[];

/** A statement with numbered parameters. It is sent without a name, so a proxy can run it on any connection. */
export interface Statement {
  text: string;
  values?: readonly SqlValue[];
  /** True if the statement has rows, unless the isolation level of its transaction is wrong. Default: false. */
  hasRows?: boolean;
}

/** When a statement is canceled. */
export interface StatementLimits {
  /** Time on the monotonic clock, in milliseconds. */
  deadline: number;
  /** Its abortion cancels the statement. Default: none. */
  signal?: AbortSignal | undefined;
}

/** A row: the text of each column, or null. */
export type Row = readonly (string | null)[];

/** Code of a write in a read-only transaction, or on a standby. */
export const readOnlyCode = "25006";

/** Codes after which a connection is replaced: the server is about to close it, or has become a standby. Codes of lost connections begin with 08. */
const finalCodes: ReadonlySet<string> = new Set([readOnlyCode, "57P01", "57P02", "57P03", "57P05"]);

/** All columns are read as text, whatever parsers the host has registered in `pg`. */
const types = { getTypeParser: () => (text: unknown) => text } as unknown as NonNullable<
  ClientConfig["types"]
>;

/** A connection that runs one statement at a time, each with a deadline. */
export class Connection {
  readonly #client: Client;
  readonly #newClient: NewClient;
  #isUsable = true;
  #deadline = Infinity;
  #refuse: ((error: unknown) => void) | undefined;
  #running: Promise<void> | undefined;
  #canceling: Promise<void> | undefined;

  private constructor(client: Client, newClient: NewClient, onEnd: () => void) {
    this.#client = client;
    this.#newClient = newClient;
    const end = (): void => {
      this.#isUsable = false;
      onEnd();
    };
    client.on("error", end);
    client.on("end", end);
  }

  /**
   * Connects.
   *
   * @param onEnd called when the connection can no longer be used
   */
  static async open(newClient: NewClient, onEnd: (connection: Connection) => void): Promise<Connection> {
    const client = newClient({ types });
    const connection: Connection = new Connection(client, newClient, () => onEnd(connection));
    await client.connect();
    return connection;
  }

  /** False after the connection was lost or closed. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Pending while the server cancels a statement. No other statement may be sent until then. */
  get canceling(): Promise<void> | undefined {
    return this.#canceling;
  }

  /**
   * Runs a statement. Without values, the text may have several statements. At its deadline, or when the signal aborts, it fails immediately,
   * and the server cancels it.
   *
   * @throws {PostgresStoreError} when the statement fails, or the deadline has passed
   */
  query({ text, values }: Statement, { deadline, signal }: StatementLimits): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = (): void => this.#cancel(signal?.reason);
      const settle = (): void => {
        this.#deadline = Infinity;
        this.#refuse = undefined;
        signal?.removeEventListener("abort", onAbort);
      };
      const refuse = (error: unknown): void => {
        settle();
        reject(error);
      };
      this.#deadline = deadline;
      this.#refuse = refuse;
      signal?.addEventListener("abort", onAbort);
      const query = {
        text,
        rowMode: "array" as const,
        ...(values === undefined ? {} : { values: [...values] }),
      };
      const accept = ({ rows }: { rows: unknown[] }): void => {
        settle();
        resolve(rows as Row[]);
      };
      const fail = (error: unknown): void => {
        if (isFinal(error)) this.close();
        refuse(new PostgresStoreError(error));
      };
      this.#running = this.#client.query(query).then(accept, fail);
    });
  }

  /** Cancels a statement whose deadline has passed. Closes the connection if the server does not cancel it in time. */
  endIfLate(now: number): void {
    if (now < this.#deadline) return;
    if (this.#canceling === undefined) this.#cancel(new PostgresStoreError("no response in time"));
    else this.close();
  }

  /** Closes the connection. A statement in progress is abandoned. */
  close(): void {
    this.#isUsable = false;
    this.#client.end().catch(() => undefined);
    // A server that hangs must not keep the process alive.
    (this.#client as unknown as { unref(): void }).unref();
  }

  /** Fails the statement. The connection is usable again after the server has responded. */
  #cancel(reason: unknown): void {
    this.#refuse?.(reason);
    this.#canceling = this.#waitForEnd();
  }

  async #waitForEnd(): Promise<void> {
    this.#deadline = performance.now() + longestCancel;
    await Promise.all([this.#running, cancelStatement(this.#client, this.#newClient)]);
    this.#canceling = undefined;
  }
}

/** True if a statement failed because the connection ended, so another connection may succeed. */
export function isConnectionLoss(error: unknown): boolean {
  return error instanceof PostgresStoreError && error.code !== readOnlyCode && isFinal(error.cause);
}

/** True if the server has refused a statement, and has rolled its transaction back. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof PostgresStoreError) || !(error.cause instanceof Error)) return false;
  return "severity" in error.cause && !isFinal(error.cause);
}

function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Errors of the server have a severity, and all others are errors of the connection.
  if (!("severity" in error)) return true;
  const code = "code" in error ? String(error.code) : "";
  return finalCodes.has(code) || code.startsWith("08");
}
