import { Client, type ClientConfig } from "pg";
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

/** A row: the text of each column, or null. */
export type Row = readonly (string | null)[];

const readOnlyCode = "25006";

/** Codes after which a connection is replaced: the server is about to close it, or has become a standby. Codes of lost connections begin with 08. */
const finalCodes: ReadonlySet<string> = new Set([readOnlyCode, "57P01", "57P02", "57P03", "57P05"]);

/** All columns are read as text, whatever parsers the host has registered in `pg`. */
const types = { getTypeParser: () => (text: unknown) => text } as unknown as NonNullable<
  ClientConfig["types"]
>;

/** A connection that runs one statement at a time, each with a deadline. */
export class Connection {
  readonly #client: Client;
  #isUsable = true;
  #deadline = Infinity;
  #refuse: ((error: PostgresStoreError) => void) | undefined;

  private constructor(client: Client, onEnd: () => void) {
    this.#client = client;
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
  static async open(settings: ClientConfig, onEnd: (connection: Connection) => void): Promise<Connection> {
    const client = new Client({ ...settings, types });
    const connection: Connection = new Connection(client, () => onEnd(connection));
    await client.connect();
    return connection;
  }

  /** False after the connection was lost or closed. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /**
   * Runs a statement. Without values, the text may have several statements.
   *
   * @param deadline time on the monotonic clock, in milliseconds
   * @throws {PostgresStoreError} when the statement fails, or the deadline has passed
   */
  query({ text, values }: Statement, deadline: number): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const refuse = (error: unknown): void => {
        this.#settle();
        if (isFinal(error)) this.close();
        reject(error instanceof PostgresStoreError ? error : new PostgresStoreError(error));
      };
      this.#deadline = deadline;
      this.#refuse = refuse;
      const query = {
        text,
        rowMode: "array" as const,
        ...(values === undefined ? {} : { values: [...values] }),
      };
      const accept = ({ rows }: { rows: unknown[] }): void => {
        this.#settle();
        resolve(rows as Row[]);
      };
      this.#client.query(query).then(accept, refuse);
    });
  }

  /** Fails a statement whose deadline has passed, and closes the connection, because its response may still arrive. */
  endIfLate(now: number): void {
    if (now < this.#deadline) return;
    this.#refuse?.(new PostgresStoreError("no response in time"));
    this.close();
  }

  /** Closes the connection. A statement in progress is abandoned. */
  close(): void {
    this.#isUsable = false;
    this.#client.end().catch(() => undefined);
    // A server that hangs must not keep the process alive.
    (this.#client as unknown as { unref(): void }).unref();
  }

  #settle(): void {
    this.#deadline = Infinity;
    this.#refuse = undefined;
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
