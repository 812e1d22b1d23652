import { join } from "node:path";
import { describe } from "vitest";
import { sqliteDriver } from "../../storage-drivers/sqlite.ts";
import { describeDriver } from "../_driver_suite.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { reopenable } from "./_open_driver.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

const durabilities = ["process-crash", "power-loss"] as const;

describe.skipIf(sqliteIsMissing()).each(durabilities)("stating %s", (durability) => {
  describeDriver(`sqlite, ${durability}`, async (clock) => {
    const path = join(scratchDirectory(), "data.db");
    return reopenable(() => sqliteDriver({ path, clock, durability }));
  });
});
