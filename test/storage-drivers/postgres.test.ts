import { afterAll, beforeAll, describe } from "vitest";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { describeDriver } from "../_driver_suite.ts";
import { patient } from "./_patient.ts";
import { pgBouncerIsMissing, postgresIsMissing } from "./_postgres_client.ts";
import { type PgBouncer, type PostgresServer, startPgBouncer, startPostgres } from "./_postgres_server.ts";

function describeContract(name: string, server: () => Pick<PostgresServer, "url">): void {
  describeDriver(name, async (clock) => {
    const url = server().url();
    const open = (): AtomicDriver => postgresDriver({ url, clock, ...patient });
    let driver = open();
    return {
      get atomic() {
        return driver.atomic;
      },
      reopen: async () => {
        await driver.dispose?.();
        driver = open();
      },
      close: () => driver.dispose?.(),
    };
  });
}

describe.skipIf(postgresIsMissing())("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => server.stop());

  describeContract("postgres", () => server);

  describe.skipIf(pgBouncerIsMissing())("behind PgBouncer in transaction mode", () => {
    let proxy: PgBouncer;
    beforeAll(async () => {
      proxy = await startPgBouncer(server);
    });
    afterAll(async () => proxy.stop());

    describeContract("postgres behind PgBouncer", () => proxy);
  });
});
