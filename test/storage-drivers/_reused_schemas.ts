import { schemaName } from "./_postgres_client.ts";
import type { PostgresServer } from "./_postgres_server.ts";

/** Schemas of a server, each for one store at a time. A new schema for each of hundreds of tests makes the server slower with each. */
export class ReusedSchemas {
  readonly #empty: string[] = [];

  /** Returns a schema without records, which may not exist yet. */
  take(): string {
    return this.#empty.pop() ?? schemaName();
  }

  /** Removes all records of a schema whose store is closed. */
  async giveBack(server: Pick<PostgresServer, "query">, schema: string): Promise<void> {
    const text = "select tablename from pg_tables where schemaname = $1 and tablename <> 'migration'";
    const tables = await server.query(text, [schema]);
    if (tables.length === 0) return;
    const names = tables.map(({ tablename }) => `${schema}.${String(tablename)}`);
    await server.query(`truncate ${names.join(", ")} restart identity`);
    this.#empty.push(schema);
  }
}
