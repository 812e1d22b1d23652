import { createStorage } from "unstorage";
import { lmdbDriver } from "../storage-drivers/lmdb.ts";
import { memoryDriver } from "../storage-drivers/memory.ts";
import { describeApi } from "./_api_suite.ts";
import { temporaryDirectory } from "./temporary_directory.ts";

describeApi("memory", async (clock) => ({ storage: memoryDriver({ clock }), close: () => undefined }));

describeApi("lmdb", async (clock) => {
  const { path, remove } = temporaryDirectory();
  const storage = lmdbDriver({ path, clock });
  return {
    storage,
    close: async () => {
      await storage.dispose?.();
      remove();
    },
  };
});

describeApi("unstorage's memory driver", async () => ({ storage: createStorage(), close: () => undefined }));
