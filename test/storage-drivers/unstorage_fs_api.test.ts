import { createStorage } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import { describeApi } from "../_api_suite.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

// The large tests are slow over files. test/api.test.ts runs them over the same emulation in memory.
describeApi(
  "unstorage's fs driver, emulated",
  async () => {
    const driver = fsDriver({ base: scratchDirectory() });
    return { storage: createStorage({ driver }), close: () => undefined };
  },
  "small",
);
