import { fsDriver } from "../../storage-drivers/fs.ts";
import { describeApi } from "../_api_suite.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

describeApi("fs", async (clock) => {
  const storage = fsDriver({ path: scratchDirectory(), clock, durability: "process-crash" });
  return { storage, close: async () => storage.dispose?.() };
});
