import { afterAll, beforeAll, describe } from "vitest";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { describeApi } from "../_api_suite.ts";
import {
  pgBouncerIsMissing,
  type PgBouncer,
  postgresIsMissing,
  type PostgresServer,
  startPgBouncer,
  startPostgres,
} from "./_postgres_server.ts";

describe.skipIf(postgresIsMissing())("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => server.stop());

  describeApi("postgres", async (clock) => {
    const storage = postgresDriver({ url: server.url(), clock });
    return { storage, close: async () => storage.dispose?.() };
  });

  describe.skipIf(pgBouncerIsMissing())("behind PgBouncer in transaction mode", () => {
    let proxy: PgBouncer;
    beforeAll(async () => {
      proxy = await startPgBouncer(server);
    });
    afterAll(async () => proxy.stop());

    describeApi("postgres behind PgBouncer", async (clock) => {
      const storage = postgresDriver({ url: proxy.url(), clock });
      return { storage, close: async () => storage.dispose?.() };
    });
  });
});
