import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { describeDriver } from "../_driver_suite.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { reopenable } from "./_open_driver.ts";

for (const durability of ["process-crash", "power-loss"] as const) {
  describeDriver(`lmdb, ${durability}`, async (clock) => {
    const path = scratchDirectory();
    return reopenable(() => lmdbDriver({ path, clock, durability }));
  });
}
