import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { ifSqlite } from "../sqlite_is_missing.ts";

/** Returns the permissions of all files in a folder, and of the folder itself as ".". */
function rightsOf(folder: string): Record<string, string> {
  const names = [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
  return Object.fromEntries(
    names.map((name) => {
      const stats = statSync(join(folder, name));
      return [`${stats.isDirectory() ? "directory" : "file"} ${name}`, (stats.mode & 0o777).toString(8)];
    }),
  );
}

describe
  .skipIf(process.platform === "win32")
  .each([["fs", ""], ["lmdb", ""], ...ifSqlite(["sqlite", "/data.db"])])("a store of %s", (kind, end) => {
  it("creates files and directories only for the owner, while it is open and afterwards", async () => {
    expect(process.umask() & 0o700).toBe(0);
    const deep = join(scratchDirectory(), "deep");
    const driver = await openStorageDriver(`${kind}:${join(deep, "store")}${end}`);
    const expiresAt = Date.now() + 3_600_000;
    await driver.atomic.commit("one", {
      sets: [
        { key: "a", value: {} },
        { key: "b", value: {} },
      ],
    });
    await driver.atomic.commit("two", {
      sums: [{ key: "n", add: 1, max: 10, expiresAt }],
      sets: [{ key: "c", value: {} }],
    });
    const open = rightsOf(deep);
    await driver.dispose?.();
    const closed = rightsOf(deep);
    for (const rights of [open, closed]) {
      expect(Object.keys(rights).length).toBeGreaterThan(2);
      for (const [name, mode] of Object.entries(rights)) {
        expect([name, mode]).toEqual([name, name.startsWith("directory") ? "700" : "600"]);
      }
    }
  });

  it("keeps the permissions of an existing directory", async () => {
    const folder = join(scratchDirectory(), "store");
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    const driver = await openStorageDriver(`${kind}:${folder}${end}`);
    await driver.dispose?.();
    expect(rightsOf(folder)["directory ."]).toBe("755");
  });
});
