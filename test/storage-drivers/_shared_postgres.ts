import { askBroker } from "../servers/ask_broker.ts";
import { query, schemaName, urlOf } from "./_postgres_client.ts";
import type { PgBouncer, PostgresServer } from "./_postgres_server.ts";

/** A server that other tests use at the same time. It cannot be stopped. */
export type SharedPostgres = Pick<PostgresServer, "port" | "query" | "url">;
export type SharedPgBouncer = Pick<PgBouncer, "port" | "url">;

/** Returns the server of all tests. A test has its own schema. */
export async function sharedPostgres(): Promise<SharedPostgres> {
  return sharedServer(await askBroker<{ port: number }>("postgres"));
}

/** Returns the proxy of all tests, which shares its connections among any number of stores. */
export async function sharedPgBouncer(): Promise<SharedPgBouncer> {
  return sharedServer(await askBroker<{ port: number }>("pgbouncer"));
}

function sharedServer(answer: { port: number } | undefined): SharedPostgres {
  if (answer === undefined) throw new Error("Cannot share a server: the tests do not run in vitest");
  const { port } = answer;
  return {
    port,
    url: (schema = schemaName()) => urlOf(port, schema),
    query: (text, values) => query(port, text, values),
  };
}
