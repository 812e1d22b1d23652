import { describe } from "vitest";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { describeDriver } from "../_driver_suite.ts";
import { startForSuite } from "../servers/release_after_use.ts";
import { reopenable } from "./_open_driver.ts";
import { patient } from "./_patient.ts";
import { pgBouncerIsMissing, postgresIsMissing } from "./_postgres_client.ts";
import { type PostgresServer, startPgBouncer, startPostgres } from "./_postgres_server.ts";

function describeContract(name: string, server: () => Pick<PostgresServer, "url">): void {
  describeDriver(name, async (clock) => {
    const url = server().url();
    return reopenable(() => postgresDriver({ url, clock, ...patient }));
  });
}

describe.skipIf(postgresIsMissing())("PostgreSQL", () => {
  const server = startForSuite(startPostgres);
  describeContract("postgres", server);

  describe.skipIf(pgBouncerIsMissing())("behind PgBouncer in transaction mode", () => {
    const proxy = startForSuite(async () => startPgBouncer(server()));
    describeContract("postgres behind PgBouncer", proxy);
  });
});
