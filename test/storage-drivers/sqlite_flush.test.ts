import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sqliteDriver } from "../../storage-drivers/sqlite.ts";
import { loadSqlite } from "../../storage-drivers/sqlite/load_sqlite.ts";
import { WalFlush } from "../../storage-drivers/sqlite/wal_flush.ts";
import { programIsMissing } from "../program_is_missing.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

let directory: string;
beforeEach(() => {
  directory = scratchDirectory();
});

/** Writes a record and counts a request, and says so before and after each. */
const script = `
  import { writeSync } from "node:fs";
  import { sqliteDriver } from "./dist/storage-drivers/sqlite.js";
  const { atomic } = sqliteDriver({ path: process.argv[1] });
  const count = () => atomic.commit("p", { sums: [{ key: "n", add: 1, expiresAt: Date.UTC(2100, 0, 1) }] });
  await atomic.commit("p", { sets: [{ key: "first", value: {} }] });
  writeSync(1, "writing\\n");
  await atomic.commit("p", { sets: [{ key: "a", value: {} }] });
  writeSync(1, "written\\n");
  await count();
  writeSync(1, "counted\\n");
  process.kill(process.pid, "SIGKILL");
`;

describe.skipIf(sqliteIsMissing() || programIsMissing({ command: "strace", install: "strace" }))(
  "the calls of a store in SQLite",
  () => {
    it("flush the log before a write is acknowledged, and not for a count", () => {
      if (!existsSync("dist/storage-drivers/sqlite.js")) throw new Error("Build first: npm run build");
      const trace = join(directory, "trace");
      const strace = ["-f", "-y", "-o", trace, "-e", "trace=fsync,fdatasync,write"];
      const node = [process.execPath, "--input-type=module", "--eval", script, join(directory, "data.db")];
      try {
        execFileSync("strace", [...strace, ...node], { stdio: "ignore", timeout: 100_000 });
      } catch {
        // The script kills itself, so that the store is not closed.
      }
      const calls = readFileSync(trace, "utf8").split("\n");
      const at = (word: string): number =>
        calls.findIndex((call) => call.includes(`write(1<`) && call.includes(word));
      const [writing, written, counted] = ["writing", "written", "counted"].map(at) as [
        number,
        number,
        number,
      ];
      expect([writing, written, counted].every((line) => line > 0)).toBe(true);
      const flushed = (from: number, to: number): string[] =>
        calls.slice(from, to).filter((call) => /f(?:data)?sync/.test(call));
      expect(flushed(writing, written).filter((call) => call.includes("data.db-wal"))).not.toEqual([]);
      expect(flushed(written, counted)).toEqual([]);
    });
  },
);

it("begins a new log after a flush has failed", async () => {
  let renewed = 0;
  // The null device cannot be flushed.
  const log = new WalFlush("/dev/null", () => renewed++);
  await expect(log.flush()).rejects.toThrow("EINVAL");
  expect(renewed).toBe(0);
  await expect(log.flush()).rejects.toThrow("EINVAL");
  expect(renewed).toBe(1);
  await log.close();
});

it.skipIf(sqliteIsMissing())("all copies of the driver in a process use one library", async () => {
  vi.resetModules();
  const { loadSqlite: loadCopy } = await import("../../storage-drivers/sqlite/load_sqlite.ts");
  expect(loadCopy).not.toBe(loadSqlite);
  expect(loadCopy()).toBe(loadSqlite());
});

it.skipIf(sqliteIsMissing() || !existsSync("/proc/self/fd"))(
  "several drivers of a process share an open file",
  async () => {
    const path = join(directory, "data.db");
    const drivers = Array.from({ length: 50 }, () => closedAfterUse(sqliteDriver({ path })));
    const descriptors = readdirSync("/proc/self/fd").filter((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`) === path;
      } catch {
        return false; // The descriptor of the listing itself is closed.
      }
    });
    expect(descriptors).toHaveLength(1);
    for (const driver of drivers.slice(1)) await driver.dispose?.();
    const [last] = drivers;
    await last?.atomic.commit("p", { sets: [{ key: "a", value: {} }] });
    await last?.dispose?.();
    expect(readdirSync(directory)).toEqual(["data.db"]);
  },
);
