import type { Client } from "pg";
import type { SignalListener, Signals } from "../../lib/store/mod.ts";
import type { NewClient } from "./connection/client_settings.ts";
import type { Statement } from "./connection/connection.ts";

/** Options of {@link PostgresSignals}. */
export interface PostgresSignalsOptions {
  newClient: NewClient;
  /** The schema is also the name of the channel. */
  schema: string;
  commandTimeoutMs: number;
  /** Sends a statement that is never repeated. */
  send: (statement: Statement) => Promise<unknown>;
}

/** Signals by `NOTIFY`. A listener has a connection of its own. */
export class PostgresSignals implements Signals {
  readonly #options: PostgresSignalsOptions;
  readonly #clients = new Set<Client>();

  constructor(options: PostgresSignalsOptions) {
    this.#options = options;
  }

  async send(): Promise<void> {
    await this.#options.send({ text: "select pg_notify($1, '')", values: [this.#options.schema] });
  }

  async listen({ onSignal, onEnd }: SignalListener): Promise<(() => void) | undefined> {
    const { newClient, schema, commandTimeoutMs } = this.#options;
    const client = newClient({ query_timeout: commandTimeoutMs });
    const close = (): void => void client.end().catch(() => undefined);
    client.on("error", close);
    client.on("end", () => {
      if (this.#clients.delete(client)) onEnd();
    });
    try {
      await client.connect();
      if (!(await isDirect(client))) {
        close();
        return undefined;
      }
      client.on("notification", onSignal);
      await client.query(`listen "${schema}"`);
    } catch (error) {
      close();
      throw error;
    }
    // A process that listens can end.
    (client as unknown as { unref(): void }).unref();
    this.#clients.add(client);
    return close;
  }

  /** Ends all listeners. */
  async close(): Promise<void> {
    await Promise.all([...this.#clients].map(async (client) => client.end().catch(() => undefined)));
  }
}

/** Returns false if a proxy is between. A proxy that pools transactions gives the server's connection to other clients. */
async function isDirect(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid === (client as unknown as { processID: number }).processID;
}
