import { createStorage } from "unstorage";
import { describeApi } from "./_api_suite.ts";
import { openLmdb, openMemory } from "./access/storages.ts";

describeApi("memory", openMemory);
describeApi("lmdb", openLmdb);
describeApi("unstorage's memory driver", async () => ({ storage: createStorage(), close: () => undefined }));
