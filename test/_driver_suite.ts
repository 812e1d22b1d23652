import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type AtomicOperations,
  type Committed,
  type Conflict,
  encodeKey,
  type JsonObject,
  rangeOf,
} from "../lib/store/mod.ts";
import { ManualClock } from "./manual_clock.ts";

/** A storage engine that a test opened. */
export interface OpenEngine {
  atomic: AtomicOperations;
  close(): void | Promise<void>;
}

const partition = encodeKey(["org", "acme"]);

/** Parts of keys that engines have been known to mangle. */
const hostileParts = [
  ":",
  "a:b",
  "/",
  "a/b",
  "\\",
  "..",
  ".",
  "?",
  "a?b",
  "$",
  "a$",
  "%",
  "%2e%2e",
  "\0",
  "a\0b",
  "😀",
  "é",
  "日本語",
  " ",
  "A",
  "CON",
  "!",
  '"',
  "~",
  "x".repeat(1000),
  "X".repeat(1000),
  "😀".repeat(1000),
];

/**
 * The storage contract as tests. A new driver's test is one call.
 *
 * @param name how the driver is called in the report
 * @param openEngine opens an empty engine that tells the time by the given clock
 */
export function describeDriver(name: string, openEngine: (clock: ManualClock) => Promise<OpenEngine>): void {
  describe(`storage contract: ${name}`, () => {
    const clock = new ManualClock();
    let engine: OpenEngine;

    beforeEach(async () => {
      clock.time = Date.UTC(2026, 5, 15, 12);
      engine = await openEngine(clock);
    });
    afterEach(async () => {
      await engine.close();
    });

    const get = async (key: string): Promise<JsonObject | undefined> => {
      const [record] = await engine.atomic.getMany([{ partition, key }]);
      return record?.value;
    };
    const set = (...keys: string[]): Promise<Committed | Conflict> =>
      engine.atomic.commit(partition, { sets: keys.map((key) => ({ key, value: { key } })) });
    const listKeys = async (range: {
      start?: string;
      end?: string;
      limit?: number;
      reverse?: boolean;
    }): Promise<string[]> => {
      const records = await engine.atomic.list(partition, { limit: 100, ...range });
      return records.map(({ key }) => key);
    };
    const versionOf = async (key: string): Promise<string> => {
      const [record] = await engine.atomic.getMany([{ partition, key }]);
      return record?.version ?? "";
    };

    it("says how far its atomicity reaches and what its commits survive", () => {
      expect(["process", "host", "cluster"]).toContain(engine.atomic.scope);
      expect(["none", "process-crash", "power-loss"]).toContain(engine.atomic.durability);
    });

    it("gives back what was set, and null for what was not", async () => {
      const value = { text: "Grüße, 世界 😀", list: [1, null, true, { deep: [] }], empty: {} };
      await engine.atomic.commit(partition, { sets: [{ key: "a", value }] });
      const records = await engine.atomic.getMany([
        { partition, key: "b" },
        { partition, key: "a" },
        { partition: "other", key: "a" },
      ]);
      expect(records.map((record) => record?.value ?? null)).toEqual([null, value, null]);
      expect(records[1]?.key).toBe("a");
    });

    it("keeps strings that look like something else as they are", async () => {
      const value = { a: "123", b: "true", c: "null", d: "1e3", e: "", f: '{"x":1}', g: "[1]", h: "0123" };
      await engine.atomic.commit(partition, { sets: [{ key: "a", value }] });
      expect(await get("a")).toEqual(value);
    });

    it("does not let a caller change a record by changing what was set or read", async () => {
      const value = { list: [1] };
      await engine.atomic.commit(partition, { sets: [{ key: "a", value }] });
      value.list.push(2);
      expect(await get("a")).toEqual({ list: [1] });
      const read = (await get("a")) as { list: number[] };
      try {
        read.list.push(3);
      } catch {
        // A frozen record says so at once.
      }
      expect(await get("a")).toEqual({ list: [1] });
    });

    it("reads nothing from no addresses, and an empty partition lists nothing", async () => {
      expect(await engine.atomic.getMany([])).toEqual([]);
      expect(await listKeys({})).toEqual([]);
    });

    it("replaces and deletes", async () => {
      await set("a", "b");
      await engine.atomic.commit(partition, {
        sets: [{ key: "a", value: { is: "new" } }],
        deletes: ["b", "missing"],
      });
      expect(await get("a")).toEqual({ is: "new" });
      expect(await get("b")).toBeUndefined();
    });

    it.each(hostileParts.map((part) => [JSON.stringify(part).slice(0, 20), part]))(
      "holds a key with the part %s",
      async (_name, part) => {
        const keys = [encodeKey(["p", part]), encodeKey([part, "q"]), encodeKey([part])];
        await set(...keys);
        for (const key of keys) expect(await get(key)).toEqual({ key });
        expect(await listKeys(rangeOf(["p"]))).toEqual([keys[0]]);
      },
    );

    it("holds all hostile parts beside each other, in partitions too", async () => {
      const keys = hostileParts.map((part) => encodeKey([part]));
      await set(...keys);
      expect(await listKeys({})).toEqual(keys.toSorted());
      for (const part of hostileParts) {
        const other = encodeKey(["org", part]);
        await engine.atomic.commit(other, { sets: [{ key: "a", value: { part } }] });
        expect((await engine.atomic.list(other, { limit: 9 })).map(({ value }) => value)).toEqual([{ part }]);
      }
    });

    it("lists in the order of the keys, prefix neighbours and other scripts included", async () => {
      const parts = [["a"], ["a", ""], ["a", "z"], ["a "], ["a!"], ["a:"], ["ab"], ["é"], ["世"], ["😀"]];
      const keys = parts.map(encodeKey);
      await set(...keys.toReversed());
      expect(await listKeys({})).toEqual(keys);
      expect(await listKeys({ reverse: true })).toEqual(keys.toReversed());
    });

    it("orders numbers by their value", async () => {
      const numbers = [-(2 ** 53) + 1, -10, -1, 0, 1, 9, 10, 255, 256, 1_700_000_000_000, 2 ** 53 - 1];
      const keys = numbers.map((number) => encodeKey(["n", number]));
      await set(...keys.toReversed());
      expect(await listKeys({})).toEqual(keys);
    });

    it("lists a range: the start is in it, the end is not", async () => {
      await set("a", "b", "c", "d", "e");
      expect(await listKeys({ start: "b", end: "d" })).toEqual(["b", "c"]);
      expect(await listKeys({ start: "b", end: "d", reverse: true })).toEqual(["c", "b"]);
      expect(await listKeys({ start: "bb" })).toEqual(["c", "d", "e"]);
      expect(await listKeys({ end: "bb", reverse: true })).toEqual(["b", "a"]);
      expect(await listKeys({ start: "d", end: "b" })).toEqual([]);
      expect(await listKeys({ start: "c", end: "c" })).toEqual([]);
    });

    it("lists no more than the limit, from either end", async () => {
      const keys = Array.from({ length: 1200 }, (_, index) => encodeKey([index]));
      await set(...keys);
      expect(await listKeys({ limit: 3 })).toEqual(keys.slice(0, 3));
      expect(await listKeys({ limit: 3, reverse: true })).toEqual(keys.slice(-3).toReversed());
      expect(await listKeys({ limit: 2000 })).toEqual(keys);
      expect(await listKeys({ limit: 0 })).toEqual([]);
    });

    it("keeps partitions apart, also when one's name begins with the other's", async () => {
      await set("a");
      await engine.atomic.commit(`${partition}!x`, { sets: [{ key: "b", value: {} }] });
      await engine.atomic.commit(`${partition}x`, { sets: [{ key: "c", value: {} }] });
      expect(await listKeys({})).toEqual(["a"]);
    });

    it("commits only when every check holds, and then all or nothing", async () => {
      await set("a");
      const version = await versionOf("a");
      const attempt = (checks: { key: string; exists: boolean }[]): Promise<Committed | Conflict> =>
        engine.atomic.commit(partition, {
          checks: [{ key: "a", version }, ...checks],
          sets: [{ key: "new", value: {} }],
          deletes: ["a"],
          sums: [{ key: "count", add: 1 }],
        });
      const refused = await attempt([
        { key: "a", exists: true },
        { key: "b", exists: true },
        { key: "a", exists: false },
      ]);
      expect(refused).toEqual({ committed: false, failedChecks: [2, 3], exceededSums: [] });
      expect(await listKeys({})).toEqual(["a"]);
      expect(await attempt([{ key: "b", exists: false }])).toMatchObject({ committed: true, sums: [1] });
      expect(await listKeys({})).toEqual(["count", "new"]);
    });

    it("refuses a check of an old version", async () => {
      await set("a");
      const version = await versionOf("a");
      await set("a");
      const result = await engine.atomic.commit(partition, {
        checks: [{ key: "a", version }],
        deletes: ["a"],
      });
      expect(result).toEqual({ committed: false, failedChecks: [0], exceededSums: [] });
    });

    it("never gives a version twice, not even after a delete", async () => {
      const versions = new Set<string>();
      for (let round = 0; round < 20; round++) {
        const result = await set("a");
        expect(result.committed && result.version).toBe(await versionOf("a"));
        versions.add(await versionOf("a"));
        await engine.atomic.commit(partition, { deletes: ["a"] });
      }
      const results = await Promise.all(Array.from({ length: 20 }, () => set("a", "b")));
      for (const result of results) versions.add(result.committed ? result.version : "");
      expect(versions.size).toBe(40);
    });

    it("adds to counters, which read as { sum }", async () => {
      const add = (amount: number): Promise<Committed | Conflict> =>
        engine.atomic.commit(partition, { sums: [{ key: "n", add: amount }] });
      expect(await add(5)).toMatchObject({ committed: true, sums: [5] });
      expect(await add(-2)).toMatchObject({ committed: true, sums: [3] });
      expect(await get("n")).toEqual({ sum: 3 });
    });

    it("refuses a sum above its maximum, and the whole commit with it", async () => {
      const commit = (): Promise<Committed | Conflict> =>
        engine.atomic.commit(partition, {
          sets: [{ key: "a", value: {} }],
          sums: [
            { key: "free", add: 1 },
            { key: "tight", add: 2, max: 3 },
          ],
        });
      expect(await commit()).toMatchObject({ committed: true, sums: [1, 2] });
      expect(await commit()).toEqual({ committed: false, failedChecks: [], exceededSums: [1] });
      expect(await get("free")).toEqual({ sum: 1 });
      expect(await get("tight")).toEqual({ sum: 2 });
    });

    it("forgets records and counters from their expiry on", async () => {
      const expiresAt = clock.now() + 1000;
      await engine.atomic.commit(partition, {
        sets: [
          { key: "brief", value: {}, expiresAt },
          { key: "lasting", value: {} },
        ],
        sums: [{ key: "count", add: 7, max: 7, expiresAt }],
      });
      clock.advance(999);
      expect(await listKeys({})).toEqual(["brief", "count", "lasting"]);
      clock.advance(1);
      expect(await listKeys({})).toEqual(["lasting"]);
      expect(await get("brief")).toBeUndefined();
      const again = await engine.atomic.commit(partition, {
        checks: [{ key: "brief", exists: false }],
        sums: [{ key: "count", add: 7, max: 7, expiresAt: expiresAt + 1000 }],
      });
      expect(again).toMatchObject({ committed: true, sums: [7] });
      clock.advance(999);
      expect(await get("count")).toEqual({ sum: 7 });
    });

    it("keeps a counter's first expiry, however often it is added to", async () => {
      const start = clock.now();
      for (let minute = 0; minute < 5; minute++) {
        const expiresAt = start + 10 * (minute + 1);
        await engine.atomic.commit(partition, { sums: [{ key: "n", add: 1, expiresAt }] });
        clock.advance(1);
      }
      expect(await get("n")).toEqual({ sum: 5 });
      clock.time = start + 10;
      expect(await get("n")).toBeUndefined();
    });

    it("lets a record that is set again outlive its former expiry", async () => {
      const expiresAt = clock.now() + 1000;
      await engine.atomic.commit(partition, { sets: [{ key: "a", value: {}, expiresAt }] });
      await set("a");
      clock.advance(5000);
      await set("b");
      expect(await listKeys({})).toEqual(["a", "b"]);
    });

    it("admits exactly the maximum of 200 concurrent sums", async () => {
      const commits = Array.from({ length: 200 }, () =>
        engine.atomic.commit(partition, { sums: [{ key: "n", add: 1, max: 120 }] }),
      );
      const results = await Promise.all(commits);
      expect(results.filter(({ committed }) => committed)).toHaveLength(120);
      expect(await get("n")).toEqual({ sum: 120 });
    });

    it("lets one of 200 concurrent commits on one version win", async () => {
      await set("a");
      const version = await versionOf("a");
      const commits = Array.from({ length: 200 }, (_, index) =>
        engine.atomic.commit(partition, {
          checks: [{ key: "a", version }],
          sets: [{ key: "a", value: { index } }],
        }),
      );
      const results = await Promise.all(commits);
      const winners = [...results.keys()].filter((index) => results[index]?.committed);
      expect(winners).toHaveLength(1);
      expect(await get("a")).toEqual({ index: winners[0] });
    });
  });
}
