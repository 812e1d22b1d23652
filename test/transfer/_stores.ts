import { join } from "node:path";
import type { Clock } from "../../lib/base/time/clock.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { fsDriver } from "../../storage-drivers/fs.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { redisDriver } from "../../storage-drivers/redis.ts";
import { sqliteDriver } from "../../storage-drivers/sqlite.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { redisIsMissing, startRedis } from "../storage-drivers/_redis_server.ts";
import { sharedPostgres } from "../storage-drivers/_shared_postgres.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { patient } from "../storage-drivers/_patient.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

/** An empty store, and the function that removes it. */
export interface OpenedStore {
  storage: AtomicDriver;
  close: () => Promise<void>;
}

/** All kinds of target stores. */
export const stores: [string, (clock: Clock) => Promise<OpenedStore>][] = [
  ["memory", async (clock) => ({ storage: memoryDriver({ clock }), close: async () => undefined })],
  ["fs", async (clock) => inDirectory((path) => fsDriver({ path, clock, durability: "process-crash" }))],
  ["lmdb", async (clock) => inDirectory((path) => lmdbDriver({ path, clock }))],
];
if (!sqliteIsMissing()) stores.push(["sqlite", inSqlite]);
if (!redisIsMissing()) stores.push(["redis", inRedis]);
if (!postgresIsMissing()) stores.push(["postgres", inPostgres]);

/** Opens an empty LMDB store. */
export async function openLmdb(clock: Clock): Promise<OpenedStore> {
  return inDirectory((path) => lmdbDriver({ path, clock }));
}

async function inSqlite(clock: Clock): Promise<OpenedStore> {
  return inDirectory((path) => sqliteDriver({ path: join(path, "data.db"), clock }));
}

async function inPostgres(clock: Clock): Promise<OpenedStore> {
  const server = await sharedPostgres();
  const storage = postgresDriver({ url: server.url(), clock, ...patient });
  return { storage, close: async () => storage.dispose?.() };
}

async function inRedis(clock: Clock): Promise<OpenedStore> {
  const server = await startRedis();
  const storage = redisDriver({ url: server.url, clock, ...patient });
  const close = async (): Promise<void> => {
    await storage.dispose?.();
    await server.stop();
  };
  return { storage, close };
}

async function inDirectory(open: (path: string) => AtomicDriver): Promise<OpenedStore> {
  const { path, remove } = temporaryDirectory();
  const storage = open(path);
  const close = async (): Promise<void> => {
    await storage.dispose?.();
    remove();
  };
  return { storage, close };
}
