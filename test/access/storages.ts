import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import type { OpenStorage } from "../api/world.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_server.ts";
import { sharedPostgres } from "../storage-drivers/_shared_postgres.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

/** Opens a storage in memory. */
export const openMemory: OpenStorage = async (clock) => ({
  storage: memoryDriver({ clock }),
  close: () => undefined,
});

/** Opens a storage on LMDB, in a directory that is deleted with it. */
export const openLmdb: OpenStorage = async (clock) => {
  const { path, remove } = temporaryDirectory();
  const storage = lmdbDriver({ path, clock });
  return {
    storage,
    close: async () => {
      await storage.dispose?.();
      remove();
    },
  };
};

/** Opens a storage on a PostgreSQL server that all tests of a file share. */
export const openPostgres: OpenStorage = async (clock) => {
  const server = await sharedPostgres();
  const storage = postgresDriver({ url: server.url(), clock });
  return { storage, close: () => storage.dispose?.() };
};

/** The storages for the access tests. */
export const storages: [name: string, open: OpenStorage][] = [
  ["memory", openMemory],
  ["lmdb", openLmdb],
];
if (!postgresIsMissing()) storages.push(["postgres", openPostgres]);
