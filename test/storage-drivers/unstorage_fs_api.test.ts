import { createStorage } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import { describeApi } from "../_api_suite.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

// The large tests are slow over files. test/api.test.ts runs them over the same emulation in memory.
describeApi(
  "unstorage's fs driver, emulated",
  async () => {
    const { path, remove } = temporaryDirectory();
    return { storage: createStorage({ driver: fsDriver({ base: path }) }), close: remove };
  },
  "small",
);
