import type { AtomicDriver } from "../../lib/store/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { describeDriver } from "../_driver_suite.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

for (const durability of ["process-crash", "power-loss"] as const) {
  describeDriver(`lmdb, ${durability}`, async (clock) => {
    const { path, remove } = temporaryDirectory();
    const open = (): AtomicDriver => lmdbDriver({ path, clock, durability });
    let driver = open();
    return {
      get atomic() {
        return driver.atomic;
      },
      reopen: async () => {
        await driver.dispose?.();
        driver = open();
      },
      close: async () => {
        await driver.dispose?.();
        remove();
      },
    };
  });
}
