import { fsDriver } from "../../storage-drivers/fs.ts";
import { describeDriver } from "../_driver_suite.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

for (const durability of ["process-crash", "power-loss"] as const) {
  describeDriver(`fs, ${durability}`, async (clock) => {
    const { path, remove } = temporaryDirectory();
    const driver = fsDriver({ path, clock, durability });
    return {
      atomic: driver.atomic,
      close: async () => {
        await driver.dispose?.();
        remove();
      },
    };
  });
}
