import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { upgradeStore } from "../../lib/moving/entry.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { runPostern, startPostern } from "../adapters/start_process.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { mountSmallDisk, smallDiskIsMissing } from "./small_disk.ts";

/** Fills a store with 2 MB of records, after a megabyte that is deleted. */
async function fill(setting: string): Promise<void> {
  const driver = await openStorageDriver(setting);
  await upgradeStore(driver);
  const value = (text: string): { text: string } => ({ text: text.repeat(1000) });
  for (const [text, keep] of [
    ["secret", false],
    ["kept", true],
  ] as const) {
    const keys = Array.from({ length: keep ? 100 : 50 }, (_item, index) => `${text}${index}`);
    const sets = keys.map((key) => ({ key, value: value(keep ? text.repeat(5) : text.repeat(4)) }));
    await driver.atomic.commit("org!acme", { sets });
    if (!keep) await driver.atomic.commit("org!acme", { deletes: keys });
  }
  await driver.dispose?.();
}

/** Writes a file until an error. */
function fillDisk(file: string): void {
  const descriptor = openSync(file, "w");
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4096));
  } finally {
    closeSync(descriptor);
  }
}

describe("postern compact", () => {
  it("removes deleted texts, and says what it did", async () => {
    const path = join(scratchDirectory(), "data");
    await fill(`lmdb:${path}`);
    const before = readFileSync(join(path, "data.mdb"));
    expect(before.includes("secretsecret")).toBe(true);
    const ran = runPostern(["compact", "--storage", `lmdb:${path}`]);
    expect(ran).toMatchObject({ code: 0, error: "" });
    expect(ran.out).toMatch(/^Compacted the store from \d(?:\.\d)? MB to \d(?:\.\d)? MB\n$/);
    expect(readFileSync(join(path, "data.mdb")).includes("secretsecret")).toBe(false);
    expect(statSync(join(path, "data.mdb")).size).toBeLessThan(before.length);
  });

  it("refuses a store that a server uses, and names the process", async () => {
    const path = join(scratchDirectory(), "data");
    await fill(`lmdb:${path}`);
    const before = readFileSync(join(path, "data.mdb"));
    const server = startPostern(`serve --storage lmdb:${path} --port 0`);
    await server.waitFor(/at (http:\S+?)\/api\/public\/v1/);
    const ran = runPostern(["compact", "--storage", `lmdb:${path}`]);
    expect(ran.code).toBe(1);
    expect(ran.error).toMatch(
      /^postern: Cannot compact the store: process \d+ has it open\. Stop all servers/,
    );
    await server.stop();
    expect(readFileSync(join(path, "data.mdb")).length).toBeGreaterThanOrEqual(before.length);
    expect(runPostern(["compact", "--storage", `lmdb:${path}`]).code).toBe(0);
  });

  it.each([
    ["fs:data", "A store in files removes the file"],
    ["memory:", "A store in memory has no files"],
    ["postgres://localhost/x", 'Run "VACUUM FULL"'],
    ["postgresql://localhost/x", 'Run "VACUUM FULL"'],
    ["redis://localhost", '"BGREWRITEAOF"'],
    ["rediss+cluster://localhost:1", '"BGREWRITEAOF"'],
  ])("names the equivalent of %s", (setting, equivalent) => {
    const ran = runPostern(["compact", "--storage", setting]);
    expect([ran.code, ran.error]).toEqual([2, expect.stringContaining(equivalent)]);
  });

  it("refuses a directory that does not exist, and makes none", () => {
    const path = join(scratchDirectory(), "none");
    expect(runPostern(["compact", "--storage", `lmdb:${path}`])).toMatchObject({ code: 1 });
    expect(() => statSync(path)).toThrow("ENOENT");
  });
});

describe.skipIf(smallDiskIsMissing())("postern compact on a full disk", () => {
  let disk: ReturnType<typeof mountSmallDisk>;
  beforeAll(() => {
    disk = mountSmallDisk("9m");
    releaseAfterUse(disk.remove);
  });

  it("changes nothing, says how to go on, and succeeds with enough space", async () => {
    const path = join(disk.path, "data");
    await fill(`lmdb:${path}`);
    const before = readFileSync(join(path, "data.mdb"));
    const filler = join(disk.path, "filler");
    expect(() => fillDisk(filler)).toThrow("ENOSPC");
    // First nothing is free, then less than the records need.
    for (const free of [0, 1_500_000]) {
      truncateSync(filler, statSync(filler).size - free);
      const full = runPostern(["compact", "--storage", `lmdb:${path}`]);
      expect([full.code, full.error]).toEqual([1, expect.stringContaining("the disk is full (ENOSPC")]);
      expect(full.error).toContain('Nothing was changed. "postern backup DIRECTORY"');
      expect(readFileSync(join(path, "data.mdb")).equals(before)).toBe(true);
      expect(readdirSync(path)).not.toContain(".compacting");
    }
    const elsewhere = join(scratchDirectory(), "copy");
    expect(runPostern(["backup", elsewhere, "--storage", `lmdb:${path}`])).toMatchObject({ code: 0 });
    expect(readFileSync(join(elsewhere, "data.mdb")).includes("secretsecret")).toBe(false);
    rmSync(filler);
    expect(runPostern(["compact", "--storage", `lmdb:${path}`])).toMatchObject({ code: 0, error: "" });
  });
});
