import { afterAll } from "vitest";
import { type PostgresServer, startPostgres } from "./_postgres_server.ts";

let server: Promise<PostgresServer> | undefined;

/** Starts a server for all tests of a file, when the first one needs it. It stops after the last. */
export async function sharedPostgres(): Promise<PostgresServer> {
  return (server ??= startPostgres());
}

afterAll(async () => {
  await (await server)?.stop();
});
