import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { examine } from "../../adapters/standalone/doctor/examine.ts";
import { ReadOnlyStoreError } from "../../storage-drivers/directory/read_only_store_error.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { exportRecords, type TransferRecord } from "../../lib/moving/entry.ts";
import { runPostern } from "../adapters/start_process.ts";
import { ManualClock } from "../manual_clock.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { fillStore } from "../transfer/_filled_store.ts";
import { mountSmallDisk, smallDiskIsMissing } from "./small_disk.ts";
import { ifSqlite, sqliteIsMissing } from "../sqlite_is_missing.ts";

async function recordsOf(setting: string, readOnly: boolean): Promise<TransferRecord[]> {
  const clock = new ManualClock();
  const storage = await openStorageDriver(setting, { clock, readOnly });
  const records: TransferRecord[] = [];
  try {
    for await (const record of exportRecords(storage, { withHashes: true, clock })) records.push(record);
    return records;
  } finally {
    await storage.dispose?.();
  }
}

describe.skipIf(smallDiskIsMissing())("a store on a read-only file system", () => {
  let disk: ReturnType<typeof mountSmallDisk>;
  beforeEach(() => {
    disk = mountSmallDisk("32m");
    releaseAfterUse(disk.remove);
  });

  const remount = (mode: "ro" | "rw"): void => {
    execFileSync("mount", ["-o", `remount,${mode}`, disk.path]);
  };

  async function fill(setting: string): Promise<TransferRecord[]> {
    const clock = new ManualClock();
    const storage = await openStorageDriver(setting, { clock });
    await fillStore(storage, clock);
    await storage.dispose?.();
    const records = await recordsOf(setting, false);
    remount("ro");
    return records;
  }

  describe.each(["fs", "lmdb", ...ifSqlite("sqlite")])("in %s", (kind) => {
    let setting: string;
    beforeEach(() => {
      setting = `${kind}:${join(disk.path, "data")}`;
    });

    it("can be read completely with the option readOnly, and refuses changes", async () => {
      const records = await fill(setting);
      expect(await recordsOf(setting, true)).toEqual(records);
      const storage = await openStorageDriver(setting, { readOnly: true });
      await expect(
        (async () => storage.atomic.commit("partition", { sets: [{ key: "key", value: {} }] }))(),
      ).rejects.toThrow(ReadOnlyStoreError);
      await expect(storage.setItem?.("key", "value")).rejects.toThrow(ReadOnlyStoreError);
      await storage.dispose?.();
    });

    it("is refused without the option", async () => {
      await fill(setting);
      await expect(openStorageDriver(setting)).rejects.toThrow("the file system is read-only (EROFS");
    });

    it("is exported by the command, which says that it is read-only", async () => {
      const records = await fill(setting);
      const file = join(scratchDirectory(), "all.ndjson");
      const ran = runPostern(`export --storage ${setting} --with-hashes --out ${file}`);
      expect(ran).toMatchObject({
        code: 0,
        error: "postern: opened the store read-only: its file system is read-only\n",
      });
      const posts = readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.startsWith('{"type":"post"'));
      expect(posts).toHaveLength(records.filter(({ type }) => type === "post").length);
      expect(runPostern(`user create Ada --storage ${setting}`)).toMatchObject({ code: 1 });
    });

    it("is reported by the doctor as read-only", async () => {
      await fill(setting);
      expect(await examine(setting, openStorageDriver)).toContainEqual({
        check: "folder",
        status: "failed",
        detail: expect.stringContaining("is on a read-only file system") as string,
        remedy: expect.stringContaining("postern backup FILE") as string,
      });
    });

    it("is reported as missing, not as empty, without a directory", async () => {
      await expect(
        openStorageDriver(`${kind}:${join(disk.path, "none")}`, { readOnly: true }),
      ).rejects.toThrow("the file or directory is missing");
    });
  });

  it.skipIf(sqliteIsMissing())("in sqlite is read with the log that a killed process has left", async () => {
    const open = join(disk.path, "open.db");
    const storage = await openStorageDriver(`sqlite:${open}`);
    await storage.atomic.commit("partition", { sets: [{ key: "key", value: { is: "in the log" } }] });
    const left = join(disk.path, "left.db");
    for (const end of ["", "-wal"]) copyFileSync(open + end, left + end);
    await storage.dispose?.();
    remount("ro");
    const reader = await openStorageDriver(`sqlite:${left}`, { readOnly: true });
    const [record] = await reader.atomic.getMany([{ partition: "partition", key: "key" }]);
    expect(record?.value).toEqual({ is: "in the log" });
    await reader.dispose?.();
  });

  it("in fs is refused if a process uses it, or a change was interrupted", async () => {
    const path = join(disk.path, "data");
    const storage = await openStorageDriver(`fs:${path}`);
    await expect(openStorageDriver(`fs:${path}`, { readOnly: true })).rejects.toThrow("is locked by process");
    await storage.dispose?.();
    writeFileSync(join(path, ".postern/pending/intent.json"), "{}");
    await expect(openStorageDriver(`fs:${path}`, { readOnly: true })).rejects.toThrow("interrupted change");
  });

  it("in lmdb is read without its counters if they are missing or damaged", async () => {
    const path = join(disk.path, "data");
    await fill(`lmdb:${path}`);
    for (const damage of [
      () => rmSync(join(path, "counters"), { recursive: true }),
      () => {
        mkdirSync(join(path, "counters"));
        writeFileSync(join(path, "counters", "data.mdb"), "no file of LMDB");
      },
    ]) {
      remount("rw");
      damage();
      remount("ro");
      const records = await recordsOf(`lmdb:${path}`, true);
      expect(records.filter(({ type }) => type === "post")).toHaveLength(8);
    }
  });
});
