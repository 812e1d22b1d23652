import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";

const openingScript = fileURLToPath(new URL("_opening_worker.mjs", import.meta.url));
const expiresAt = Date.UTC(2100, 0, 1);

/**
 * Lowers the number of the last transaction in a lock file by one, in a process of its own. LMDB does the same when it opens an environment
 * during a commit of another process.
 */
const outdate = `
  const { openSync, readSync, writeSync } = require("node:fs");
  const descriptor = openSync(process.argv[1], "r+");
  const number = Buffer.alloc(8);
  readSync(descriptor, number, 0, 8, 8);
  number.writeBigUInt64LE(number.readBigUInt64LE(0) - 1n);
  writeSync(descriptor, number, 0, 8, 8);
`;

let path: string;
beforeEach(() => {
  path = scratchDirectory();
});

const set = async (driver: AtomicDriver, key: string): Promise<unknown> =>
  driver.atomic.commit("posts", { sets: [{ key, value: { key } }] });

const count = async (driver: AtomicDriver): Promise<number | undefined> => {
  const outcome = await driver.atomic.commit("counts", { sums: [{ key: "requests", add: 1, expiresAt }] });
  return outcome.committed ? outcome.sums[0] : undefined;
};

const keysOf = async (driver: AtomicDriver): Promise<string[]> => {
  const found = await driver.atomic.list("posts", { limit: 100_000 });
  return found.map(({ key }) => key);
};

function outdateLockFile(...directories: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [
    "-e",
    outdate,
    join(path, ...directories, "lock.mdb"),
  ]);
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
}

describe.each(["process-crash", "power-loss"] as const)("an LMDB store with durability %s", (durability) => {
  it("keeps a commit that another process hid while it opened the store", async () => {
    const driver = closedAfterUse(lmdbDriver({ path, durability }));
    await set(driver, "a");
    await set(driver, "b");
    outdateLockFile();
    await Promise.all([set(driver, "c"), set(driver, "d")]);
    expect(await keysOf(driver)).toEqual(["a", "b", "c", "d"]);
  });

  it("keeps the counts of such a moment", async () => {
    const driver = closedAfterUse(lmdbDriver({ path, durability }));
    expect(await count(driver)).toBe(1);
    expect(await count(driver)).toBe(2);
    outdateLockFile(...(durability === "power-loss" ? [] : ["counters"]));
    expect([await count(driver), await count(driver)]).toEqual([3, 4]);
  });
});

describe("an LMDB store that a process opens", () => {
  it("keeps each commit while six processes open and close it", async () => {
    const driver = closedAfterUse(lmdbDriver({ path }));
    await set(driver, "first");
    const openers = Array.from({ length: 6 }, (_, number) =>
      fork(openingScript, [path, number === 0 ? "read-only" : "writable"]),
    );
    const opened = openers.map(() => 0);
    openers.forEach((opener, index) => opener.on("message", (number) => (opened[index] = Number(number))));
    const written = ["first"];
    try {
      while (opened.some((number) => number < 20)) {
        const key = `key-${String(written.length).padStart(6, "0")}`;
        await set(driver, key);
        written.push(key);
        expect(await count(driver)).toBe(written.length - 1);
      }
    } finally {
      await Promise.all(openers.map(async (opener) => stop(opener)));
    }
    expect(new Set(await keysOf(driver))).toEqual(new Set(written));
  });
});

async function stop(opener: ChildProcess): Promise<void> {
  opener.send("stop");
  await once(opener, "exit");
}
