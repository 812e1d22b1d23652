import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fsDriver } from "../../storage-drivers/fs.ts";
import { programIsMissing } from "../program_is_missing.ts";
import { randomOf } from "../random_of.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { testSeed } from "../test_seed.ts";
import { letWrite, readWhole } from "./fs_store.ts";
import { mountSmallDisk, smallDiskIsMissing } from "./small_disk.ts";
import { trials } from "../full_run.ts";

/** Number of kills. For manual runs, use `KILL_ROUNDS=200`. */
const rounds = Number(process.env["KILL_ROUNDS"] ?? trials(12));
const longestLife = 150;
const straceIsMissing = programIsMissing({ command: "strace", install: "strace" }) || !mayTrace();

/** True if this machine permits tracing, which cannot be installed. */
function mayTrace(): boolean {
  try {
    execFileSync("strace", ["-o", "/dev/null", "true"], { stdio: "ignore" });
    return true;
  } catch {
    console.warn("The tests with strace are skipped: no process may be traced here");
    return false;
  }
}

describe("faults of the file system", () => {
  let path: string;

  beforeAll(() => {
    if (!existsSync("dist/storage-drivers/fs.js")) throw new Error("Build first: npm run build");
  });
  beforeEach(() => {
    path = scratchDirectory();
  });

  it("keeps acknowledged commits, and no partial commit, after kill -9", { timeout: 600_000 }, async () => {
    const random = randomOf(testSeed);
    let last = 0;
    for (let round = 0; round < rounds; round++) {
      const { acknowledged, failed, refused } = await letWrite(path, { life: random() * longestLife });
      expect([...failed, ...refused]).toEqual([]);
      const found = await readWhole(path);
      expect(found).toBeGreaterThanOrEqual(acknowledged.at(-1) ?? last);
      last = found;
    }
    expect(last).toBeGreaterThan(0);
    expect(readdirSync(join(path, ".postern", "pending"))).toEqual([]);
  });

  it("refuses a second process, and names the first and the directory", async () => {
    const driver = fsDriver({ path });
    const { refused } = await letWrite(path, { commits: 1 });
    expect(refused).toEqual([`Cannot open the store: ${path} is locked by process ${process.pid}`]);
    await driver.dispose?.();
    expect((await letWrite(path, { commits: 1 })).acknowledged).toEqual([1]);
  });

  describe.skipIf(straceIsMissing)("of system calls", () => {
    const inject = (fault: string): string[] => ["strace", "-f", "-qq", "-o", "/dev/null", "-e", fault];

    it.each(["rename", "fsync", "unlink"])(
      "keeps complete commits when it is killed inside %s",
      async (call) => {
        await letWrite(path, { commits: 2 });
        for (let nth = 1; nth <= 12; nth++) {
          const before = await readWhole(path);
          const under = inject(`inject=${call}:signal=SIGKILL:when=${nth}`);
          const { acknowledged } = await letWrite(path, { commits: 2, under });
          const found = await readWhole(path);
          expect(found).toBeGreaterThanOrEqual(acknowledged.at(-1) ?? before);
        }
      },
    );

    it("does not acknowledge a commit whose fsync failed", async () => {
      await letWrite(path, { commits: 1 });
      const failures: string[] = [];
      for (let nth = 1; nth <= 30; nth++) {
        const before = await readWhole(path);
        const under = inject(`inject=fsync:error=EIO:when=${nth}`);
        const { acknowledged, failed, refused } = await letWrite(path, { commits: 3, under });
        expect(await readWhole(path)).toBeGreaterThanOrEqual(acknowledged.at(-1) ?? before);
        failures.push(...failed, ...refused);
      }
      expect(failures.length).toBeGreaterThanOrEqual(30);
      for (const failure of failures)
        expect(failure).toContain("the disk reports an input/output error (EIO");
    });
  });

  describe.skipIf(smallDiskIsMissing())("of a full disk", () => {
    it("reports that the disk is full, loses nothing, and recovers when there is space", async () => {
      const disk = mountSmallDisk("1m");
      releaseAfterUse(disk.remove);
      const store = join(disk.path, "store");
      const { acknowledged, failed } = await letWrite(store, { commits: 3, padding: 30_000 });
      expect({ acknowledged, failed }).toEqual({ acknowledged: [1, 2, 3], failed: [] });
      const full = await letWrite(store, { commits: 3, padding: 300_000 });
      expect(full.acknowledged).toEqual([]);
      for (const failure of full.failed) {
        expect(failure).toContain("Cannot write to the store: the disk is full (ENOSPC, ");
      }
      expect(full.failed).toHaveLength(3);
      expect(await readWhole(store)).toBe(3);
      expect((await letWrite(store, { commits: 1, padding: 30_000 })).acknowledged).toEqual([4]);
    });
  });
});
