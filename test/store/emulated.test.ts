import { createStorage } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import { systemRandomBytes } from "../../lib/base/secrets/random.ts";
import { emulateAtomic } from "../../lib/store/mod.ts";
import { describeDriver } from "../_driver_suite.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

describeDriver("unstorage's memory driver, emulated", async (clock) => {
  const atomic = emulateAtomic(createStorage(), { clock, randomBytes: systemRandomBytes });
  return { atomic, close: () => undefined };
});

describeDriver("unstorage's fs driver, emulated", async (clock) => {
  const { path, remove } = temporaryDirectory();
  const storage = createStorage({ driver: fsDriver({ base: path }) });
  const atomic = emulateAtomic(storage, { clock, randomBytes: systemRandomBytes });
  return { atomic, close: remove };
});
