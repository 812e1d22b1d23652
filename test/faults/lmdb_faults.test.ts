import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { mountSmallDisk, smallDiskIsMissing } from "./small_disk.ts";

const script = fileURLToPath(new URL("lmdb_full_disk.mjs", import.meta.url));
const failure = "Cannot write to the store: LMDB could not commit. The disk may be full or failing";

describe.skipIf(smallDiskIsMissing())("LMDB on a full disk", () => {
  beforeAll(() => {
    if (!existsSync("dist/storage-drivers/lmdb.js")) throw new Error("Build first: npm run build");
  });

  it.each(["process-crash", "power-loss"])(
    "fails commits that do not fit, keeps working, and closes (%s)",
    async (durability) => {
      const disk = mountSmallDisk("4m");
      releaseAfterUse(disk.remove);
      const path = join(disk.path, "store");
      const run = spawnSync(process.execPath, [script, path, durability], {
        encoding: "utf8",
        timeout: 100_000,
      });
      expect(run.stdout.trim().split("\n")).toEqual([
        "small: done",
        `large: ${failure}`,
        `large: ${failure}`,
        `beside it: ${failure}`,
        "small after it: done",
        `large, before the end: ${failure}`,
        "closed",
        "kept: a e",
      ]);
      expect(run.status).toBe(0);
    },
  );
});
