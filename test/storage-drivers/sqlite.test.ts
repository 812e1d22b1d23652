import { join } from "node:path";
import { sqliteDriver } from "../../storage-drivers/sqlite.ts";
import { describeDriver } from "../_driver_suite.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { reopenable } from "./_open_driver.ts";

for (const durability of ["process-crash", "power-loss"] as const) {
  describeDriver(`sqlite, ${durability}`, async (clock) => {
    const path = join(scratchDirectory(), "data.db");
    return reopenable(() => sqliteDriver({ path, clock, durability }));
  });
}
