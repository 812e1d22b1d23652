import { describe } from "vitest";
import { createStorage } from "unstorage";
import { memoryDriver } from "../storage-drivers/memory.ts";
import { describeApi } from "./_api_suite.ts";
import { openLmdb, openSqlite } from "./access/storages.ts";
import { checkSample } from "./api/store_sample.ts";
import { sqliteIsMissing } from "./sqlite_is_missing.ts";

describe("with each shape of call in the sample", () => {
  const recorded = checkSample();
  describeApi("memory", async (clock) => ({
    storage: recorded(memoryDriver({ clock })),
    close: () => undefined,
  }));
});
describeApi("lmdb", openLmdb);
if (!sqliteIsMissing()) describeApi("sqlite", openSqlite);
describeApi("unstorage's memory driver", async () => ({ storage: createStorage(), close: () => undefined }));
