import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import type { OpenStorage } from "../api/world.ts";
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

/** The storages for the access tests. */
export const storages: [name: string, open: OpenStorage][] = [
  ["memory", openMemory],
  ["lmdb", openLmdb],
];
