import { afterAll } from "vitest";
import { type PgBouncer, type PostgresServer, startPgBouncer, startPostgres } from "./_postgres_server.ts";

let server: Promise<PostgresServer> | undefined;
let proxy: Promise<PgBouncer> | undefined;

/** Starts a server for all tests of a file, when the first one needs it. It stops after the last. */
export async function sharedPostgres(): Promise<PostgresServer> {
  return (server ??= startPostgres());
}

/** Starts a server as {@link sharedPostgres} does, and a proxy that shares its connections among any number of stores. */
export async function sharedPgBouncer(): Promise<PgBouncer> {
  return (proxy ??= sharedPostgres().then(async (one) =>
    startPgBouncer(one, "max_client_conn = 5000", "default_pool_size = 3"),
  ));
}

afterAll(async () => {
  await (await proxy)?.stop();
  await (await server)?.stop();
});
