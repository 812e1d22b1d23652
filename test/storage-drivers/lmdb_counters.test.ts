import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../../lib/base/time/clock.ts";
import { createPublicApi } from "../../lib/mod.ts";
import type { AddToSum, AtomicDriver } from "../../lib/store/mod.ts";
import { lmdbDriver, type LmdbDriverOptions } from "../../storage-drivers/lmdb.ts";
import { awayFromMidnight } from "../away_from_midnight.ts";
import { ManualClock } from "../manual_clock.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { ask, publishPost } from "./_publish_post.ts";

const worker = fileURLToPath(new URL("_counting_worker.mjs", import.meta.url));
const partition = "partition";
const expiresAt = Date.UTC(2100, 0, 1);
let path: string;
let driver: AtomicDriver | undefined;

beforeEach(() => {
  path = scratchDirectory();
});

const open = (
  durability: LmdbDriverOptions["durability"] = "process-crash",
  clock: Clock = systemClock,
): AtomicDriver => (driver = closedAfterUse(lmdbDriver({ path, durability, clock })));

const close = async (): Promise<void> => driver?.dispose?.();

async function add(storage: AtomicDriver, key: string, sum: Partial<AddToSum> = {}): Promise<number> {
  const outcome = await storage.atomic.commit(partition, { sums: [{ key, add: 1, expiresAt, ...sum }] });
  return outcome.committed ? (outcome.sums[0] ?? NaN) : NaN;
}

async function sumOf(storage: AtomicDriver, key: string): Promise<unknown> {
  const [record] = await storage.atomic.getMany([{ partition, key }]);
  return record?.value["sum"];
}

/** Returns the remaining daily requests of a key. */
async function remaining(storage: AtomicDriver, key: string): Promise<number> {
  const response = await ask(createPublicApi({ storage }), "/post/acme/hello", key);
  expect(response.status).toBe(200);
  return Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
}

function collectWarnings(): { messages: string[]; stop: () => Promise<void> } {
  const messages: string[] = [];
  const listen = ({ message }: Error): number => messages.push(message);
  process.on("warning", listen);
  const stop = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
  };
  return { messages, stop };
}

describe("LMDB's counters that expire", () => {
  it("survive a kill -9 of the process", async () => {
    const child = fork(worker, [path, "process-crash", "1000000", "1000001"], { silent: true });
    let acknowledged: number[] = [];
    await new Promise<void>((resolve) => {
      child.on("message", (counted: number[]) => {
        acknowledged = counted;
        if (counted.every((count) => count >= 5)) resolve();
      });
    });
    child.kill("SIGKILL");
    await once(child, "close");
    const storage = open();
    const sums = await Promise.all(acknowledged.map(async (_, index) => sumOf(storage, `n-${index}`)));
    const lost = acknowledged.filter((count, index) => Number(sums[index]) < count);
    expect(lost).toEqual([]);
    expect(await add(storage, "n-0")).toBe(Number(sums[0]) + 1);
  });

  it("are exact in 4 processes, also when some commits write records with them", async () => {
    const commits = 1000;
    // The last process stores everything in the main environment, like older versions without a counters environment.
    const settings = [
      ["process-crash", "1001"],
      ["process-crash", "1001"],
      ["process-crash", "150"],
      ["power-loss", "20"],
    ];
    const outputs = await Promise.all(
      settings.map(async ([durability = "", setEvery = ""]) =>
        promisify(execFile)(process.execPath, [worker, path, durability, String(commits), setEvery]),
      ),
    );
    const counted = outputs.map(({ stdout }) => JSON.parse(stdout) as number[]);
    const expected = counted.reduce((sums, more) => sums.map((sum, index) => sum + (more[index] ?? 0)));
    expect(expected.reduce((sum, count) => sum + count)).toBe(4 * commits);
    const storage = open();
    const sums = await Promise.all(expected.map(async (_, index) => sumOf(storage, `n-${index}`)));
    expect(sums).toEqual(expected);
  });

  it("are in lists between the records, in order", async () => {
    const storage = open();
    for (const key of ["b", "d", "f"]) await add(storage, key);
    await storage.atomic.commit(partition, {
      sets: ["a", "c", "g"].map((key) => ({ key, value: { key } })),
      sums: [{ key: "d", add: 1, expiresAt }],
      deletes: ["f"],
    });
    const keys = async (range: object): Promise<string[]> => {
      const records = await storage.atomic.list(partition, { limit: 9, ...range });
      return records.map(({ key }) => key);
    };
    expect(await keys({})).toEqual(["a", "b", "c", "d", "g"]);
    expect(await keys({ reverse: true })).toEqual(["g", "d", "c", "b", "a"]);
    expect(await keys({ start: "b", end: "d" })).toEqual(["b", "c"]);
    expect(await keys({ start: "b", end: "d", reverse: true })).toEqual(["c", "b"]);
    expect(await keys({ limit: 2 })).toEqual(["a", "b"]);
    expect(await keys({ limit: 2, reverse: true })).toEqual(["g", "d"]);
    expect(await sumOf(storage, "d")).toBe(2);
    expect(await add(storage, "d")).toBe(3);
    expect(await add(storage, "f")).toBe(1);
  });

  it("are in no page of a scan after they were deleted, and the pages before the last are full", async () => {
    const storage = open();
    const keys = ["a", "b", "c", "d", "e"];
    for (const key of keys) await add(storage, key);
    // The first commit sweeps, which would also remove the marks of its own deletions.
    await storage.atomic.commit("other", { sets: [{ key: "a", value: {} }] });
    await storage.atomic.commit(partition, { deletes: ["a", "c", "d"] });
    const page = async (after: string | undefined, limit: number): Promise<string[]> =>
      ((await storage.atomic.scan?.(partition, after, limit)) ?? []).map(({ key }) => key);
    expect(await page(undefined, 2)).toEqual(["b", "e"]);
    expect(await page("b", 2)).toEqual(["e"]);
    expect(await page("e", 2)).toEqual([]);
  });

  it("continue from the values of a store without a counters environment", async () => {
    // With this durability a store looks like a store of an older version.
    expect(await add(open("power-loss"), "n", { add: 5 })).toBe(5);
    await close();
    rmSync(join(path, "counters"), { recursive: true });
    const storage = open();
    expect(await add(storage, "n")).toBe(6);
    expect(await add(storage, "n", { max: 6 })).toBeNaN();
    expect(await add(storage, "other")).toBe(1);
    await close();
    expect(await add(open("power-loss"), "other")).toBe(2);
  });

  it("have exactly one record, whatever changes it", async () => {
    const clock = new ManualClock();
    const storage = open("process-crash", clock);
    await add(storage, "n", { add: 7 });
    await storage.atomic.commit(partition, {
      sets: [{ key: "n", value: { brief: true }, expiresAt: clock.now() + 50 }],
    });
    clock.advance(50);
    expect(await sumOf(storage, "n")).toBeUndefined();
    expect(await add(storage, "n")).toBe(1);
    await storage.atomic.commit(partition, { deletes: ["n"] });
    expect(await sumOf(storage, "n")).toBeUndefined();
    expect(await add(storage, "n")).toBe(1);
  });
});

describe("LMDB's counters after the machine lost power", () => {
  beforeEach(awayFromMidnight);

  const damages: [how: string, damage: (counters: string) => void][] = [
    ["they were not flushed", (counters) => writeFileSync(join(counters, "boot_id"), "another")],
    [
      "their file is garbage",
      (counters) => {
        const file = join(counters, "data.mdb");
        writeFileSync(file, Buffer.alloc(statSync(file).size, "garbage "));
      },
    ],
    ["their file is zeros", (counters) => writeFileSync(join(counters, "data.mdb"), Buffer.alloc(65_536))],
  ];

  it.each(damages)(
    "are set aside with a warning if %s, and continue at their saved totals",
    async (_how, damage) => {
      const storage = open();
      const key = await publishPost(createPublicApi({ storage }));
      expect(await remaining(storage, key)).toBe(1999);
      expect(await remaining(storage, key)).toBe(1998);
      const counters = join(path, "counters");
      await close();
      rmSync(join(counters, "flushed"), { force: true });
      damage(counters);
      const warnings = collectWarnings();
      expect(await remaining(open(), key)).toBe(1997);
      await warnings.stop();
      const aside = readdirSync(path).filter((name) => name.startsWith("counters.damaged-"));
      expect(aside).toHaveLength(1);
      expect(warnings.messages).toEqual([
        expect.stringMatching(/^Cannot use the counters of .*They were moved to .*counters\.damaged-\d+/),
      ]);
    },
  );

  it("continue at their saved totals if their directory was removed", async () => {
    const storage = open();
    const key = await publishPost(createPublicApi({ storage }));
    expect(await remaining(storage, key)).toBe(1999);
    await close();
    rmSync(join(path, "counters"), { recursive: true });
    expect(await remaining(open(), key)).toBe(1998);
  });

  it("do not come back if they were deleted or moved", async () => {
    const storage = open();
    for (const key of ["deleted", "moved", "kept"]) await add(storage, key);
    await close();
    const sets = [{ key: "moved", value: { sum: 7 } }];
    await open().atomic.commit(partition, { deletes: ["deleted"], sets });
    await close();
    rmSync(join(path, "counters"), { recursive: true });
    const restored = open();
    const sums = await Promise.all(["deleted", "moved", "kept"].map(async (key) => sumOf(restored, key)));
    expect(sums).toEqual([undefined, 7, 1]);
  });

  it("continue if the last process closed them", async () => {
    await add(open(), "n", { add: 3 });
    await close();
    writeFileSync(join(path, "counters", "boot_id"), "another");
    expect(await add(open(), "n")).toBe(4);
    expect(existsSync(join(path, "counters", "flushed"))).toBe(false);
  });

  it("do not count as flushed while another process has them open", async () => {
    const first = lmdbDriver({ path });
    await add(open(), "n");
    await close();
    expect(existsSync(join(path, "counters", "flushed"))).toBe(false);
    await first.dispose?.();
    expect(existsSync(join(path, "counters", "flushed"))).toBe(true);
  });
});
