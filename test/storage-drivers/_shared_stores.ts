import { join } from "node:path";
import type { AtomicScope } from "../../lib/mod.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { postgresIsMissing } from "./_postgres_client.ts";
import { startPostgres } from "./_postgres_server.ts";
import { redisIsMissing, startRedis } from "./_redis_server.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

/** A store that several processes can share until the test or file ends. Opening returns its setting. */
export type SharedStore = [name: string, deployment: AtomicScope, open: () => Promise<string>];

async function openRedis(): Promise<string> {
  const server = await startRedis("--appendonly", "yes");
  releaseAfterUse(() => server.stop());
  return server.url;
}

async function openPostgres(): Promise<string> {
  const server = await startPostgres();
  releaseAfterUse(() => server.stop());
  return server.url();
}

/** The stores whose servers are installed. */
export const sharedStores: SharedStore[] = [["LMDB", "host", async () => `lmdb:${scratchDirectory()}`]];
if (!sqliteIsMissing())
  sharedStores.push(["SQLite", "host", async () => `sqlite:${join(scratchDirectory(), "data.db")}`]);
if (!redisIsMissing()) sharedStores.push(["Redis", "cluster", openRedis]);
if (!postgresIsMissing()) sharedStores.push(["PostgreSQL", "cluster", openPostgres]);
