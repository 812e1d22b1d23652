import { fsDriver } from "../../storage-drivers/fs.ts";
import { describeApi } from "../_api_suite.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

describeApi("fs", async (clock) => {
  const { path, remove } = temporaryDirectory();
  const storage = fsDriver({ path, clock, durability: "process-crash" });
  return {
    storage,
    close: async () => {
      await storage.dispose?.();
      remove();
    },
  };
});
