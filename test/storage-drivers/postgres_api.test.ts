import { afterAll, beforeAll, describe } from "vitest";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import type { Clock } from "../../lib/mod.ts";
import { describeApi } from "../_api_suite.ts";
import type { OpenedStorage } from "../api/world.ts";
import { pgBouncerIsMissing, postgresIsMissing } from "./_postgres_client.ts";
import { type PgBouncer, type PostgresServer, startPgBouncer, startPostgres } from "./_postgres_server.ts";
import { ReusedSchemas } from "./_reused_schemas.ts";
import { patient } from "./_patient.ts";

describe.skipIf(postgresIsMissing())("PostgreSQL", () => {
  let server: PostgresServer;
  const schemas = new ReusedSchemas();
  /** Opens a store on the server, or behind its proxy. */
  const open = (at: { url: (schema: string) => string }, clock: Clock): OpenedStorage => {
    const schema = schemas.take();
    const storage = postgresDriver({ url: at.url(schema), clock, ...patient });
    const close = async (): Promise<void> => {
      await storage.dispose?.();
      await schemas.giveBack(server, schema);
    };
    return { storage, close };
  };

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => server.stop());

  describeApi("postgres", async (clock) => open(server, clock));

  describe.skipIf(pgBouncerIsMissing())("behind PgBouncer in transaction mode", () => {
    let proxy: PgBouncer;
    beforeAll(async () => {
      proxy = await startPgBouncer(server);
    });
    afterAll(async () => proxy.stop());

    describeApi("postgres behind PgBouncer", async (clock) => open(proxy, clock));
  });
});
