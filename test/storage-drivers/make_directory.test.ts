import { once } from "node:events";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { makeDirectory } from "../../storage-drivers/directory/make_directory.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

describe("the directories of a store", () => {
  it("are created by several processes concurrently", async () => {
    if (!existsSync("dist/storage-drivers/directory/make_directory.js"))
      throw new Error("Build first: npm run build");
    const path = scratchDirectory();
    const rounds = 200;
    const workerData = { path, rounds, workers: 2, arrived: new Int32Array(new SharedArrayBuffer(4)) };
    const script = new URL("_directory_worker.mjs", import.meta.url);
    const failures = await Promise.all(
      [1, 2].map(async () => {
        const [failed] = (await once(new Worker(script, { workerData }), "message")) as [string[]];
        return failed;
      }),
    );
    expect(failures).toEqual([[], []]);
    expect(readdirSync(path)).toHaveLength(rounds);
    // oxlint-disable-next-line no-bitwise -- the rights are bits
    expect(statSync(join(path, "0", "a", "b", "c")).mode & 0o777).toBe(0o700);
  });

  it("are not created below a file", () => {
    const file = join(scratchDirectory(), "file");
    writeFileSync(file, "");
    expect(() => makeDirectory(join(file, "below"))).toThrow("ENOTDIR");
  });
});
