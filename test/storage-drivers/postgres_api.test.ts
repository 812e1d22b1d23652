import { describe } from "vitest";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import type { Clock } from "../../lib/mod.ts";
import { describeApi } from "../_api_suite.ts";
import type { OpenedStorage } from "../api/world.ts";
import { startForSuite } from "../servers/release_after_use.ts";
import { pgBouncerIsMissing, postgresIsMissing } from "./_postgres_client.ts";
import { startPgBouncer, startPostgres } from "./_postgres_server.ts";
import { ReusedSchemas } from "./_reused_schemas.ts";
import { patient } from "./_patient.ts";

describe.skipIf(postgresIsMissing())("PostgreSQL", () => {
  const server = startForSuite(startPostgres);
  const schemas = new ReusedSchemas();
  /** Opens a store on the server, or behind its proxy. */
  const open = (at: { url: (schema: string) => string }, clock: Clock): OpenedStorage => {
    const schema = schemas.take();
    const storage = postgresDriver({ url: at.url(schema), clock, ...patient });
    const close = async (): Promise<void> => {
      await storage.dispose?.();
      await schemas.giveBack(server(), schema);
    };
    return { storage, close };
  };

  describeApi("postgres", async (clock) => open(server(), clock));

  describe.skipIf(pgBouncerIsMissing())("behind PgBouncer in transaction mode", () => {
    const proxy = startForSuite(async () => startPgBouncer(server()));
    describeApi("postgres behind PgBouncer", async (clock) => open(proxy(), clock));
  });
});
