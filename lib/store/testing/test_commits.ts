import type { Committed, Conflict, JsonObject } from "../contract/changes.ts";
import { encodeKey } from "../encode_key.ts";
import { type Contract, partition } from "./contract.ts";

/** Tests that commits are atomic and serialized. */
export function testCommits({ it, expect, engine, get, set, listKeys, versionOf }: Contract): void {
  it("commits everything if every check holds, else nothing", async () => {
    await set("a");
    const version = await versionOf("a");
    const attempt = async (checks: { key: string; exists: boolean }[]): Promise<Committed | Conflict> =>
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

  it("changes nothing if a value cannot be stored", async () => {
    await set("a");
    const noJson = { count: 1n } as unknown as JsonObject;
    const attempt = async (): Promise<Committed | Conflict> =>
      engine.atomic.commit(partition, {
        sets: [
          { key: "b", value: {} },
          { key: "c", value: noJson },
        ],
        deletes: ["a"],
        sums: [{ key: "count", add: 1 }],
      });
    const [failed, concurrent] = await Promise.allSettled([attempt(), set("d")]);
    expect([failed.status, concurrent.status]).toEqual(["rejected", "fulfilled"]);
    expect(await listKeys({})).toEqual(["a", "d"]);
  });

  it("rejects a check of an old version", async () => {
    await set("a");
    const version = await versionOf("a");
    await set("a");
    const result = await engine.atomic.commit(partition, {
      checks: [{ key: "a", version }],
      deletes: ["a"],
    });
    expect(result).toEqual({ committed: false, failedChecks: [0], exceededSums: [] });
  });

  it("never repeats a version, not even after a delete", async () => {
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

  it("admits exactly the maximum of 200 concurrent sums", async () => {
    const commits = Array.from({ length: 200 }, async () =>
      engine.atomic.commit(partition, { sums: [{ key: "n", add: 1, max: 120 }] }),
    );
    const results = await Promise.all(commits);
    expect(results.filter(({ committed }) => committed)).toHaveLength(120);
    expect(await get("n")).toEqual({ sum: 120 });
  });

  it("applies the checks and maxima of each of several concurrent counts", async () => {
    await set("old");
    await set("new");
    const [old, current] = await Promise.all([versionOf("old"), versionOf("new")]);
    await set("old");
    await engine.atomic.commit(partition, { sums: [{ key: "full", add: 5 }] });
    const count = async (version: string, ...sums: [string, number][]): Promise<unknown> => {
      const key = version === old ? "old" : "new";
      const result = await engine.atomic.commit(partition, {
        checks: [{ key, version }],
        sums: sums.map(([sum, max]) => ({ key: sum, add: 1, max })),
      });
      return result.committed ? result.sums : [result.failedChecks, result.exceededSums];
    };
    for (const expected of [1, 2]) {
      const results = await Promise.all([
        count(current, ["n", 9]),
        count(old, ["n", 9]),
        count(current, ["full", 5]),
        count(current, ["m", 9], ["full", 5]),
        count(current, ["o", 9], ["p", 9]),
        count(`${current}0`, ["n", 9]),
      ]);
      const refusedByCheck = [[0], []];
      expect(results).toEqual([
        [expected],
        refusedByCheck,
        [[], [0]],
        [[], [1]],
        [expected, expected],
        refusedByCheck,
      ]);
    }
    expect([await get("n"), await get("m"), await get("full")]).toEqual([{ sum: 2 }, undefined, { sum: 5 }]);
  });

  it("separates concurrent counts in several partitions", async () => {
    const { atomic } = engine;
    const [both, one] = [encodeKey(["org", "both"]), encodeKey(["org", "one"])];
    const count = async (place: string, keys: string[]): Promise<Committed | Conflict> => {
      const [record] = await atomic.getMany([{ partition: place, key: "a" }]);
      const checks = [{ key: "a", version: record?.version ?? "" }];
      return atomic.commit(place, { checks, sums: keys.map((key) => ({ key, add: 1 })) });
    };
    for (const place of [both, one]) await atomic.commit(place, { sets: [{ key: "a", value: {} }] });
    for (const sum of [1, 2, 3]) {
      const results = await Promise.all([count(both, ["n", "m"]), count(one, ["n"])]);
      expect(results).toMatchObject([{ sums: [sum, sum] }, { sums: [sum] }]);
    }
    expect(await atomic.getMany([{ partition: one, key: "m" }])).toEqual([null]);
  });

  it("gives each of several concurrent counts its own version", async () => {
    await set("a");
    const version = await versionOf("a");
    const count = async (): Promise<Committed | Conflict> =>
      engine.atomic.commit(partition, { checks: [{ key: "a", version }], sums: [{ key: "n", add: 1 }] });
    await count();
    const results = await Promise.all(Array.from({ length: 40 }, count));
    expect(new Set(results.map((result) => result.committed && result.version)).size).toBe(40);
    expect(results.map((result) => result.committed && result.version)).toContain(await versionOf("n"));
  });

  it("accepts exactly one of 200 concurrent commits on one version", async () => {
    await set("a");
    const version = await versionOf("a");
    const commits = Array.from({ length: 200 }, async (_, index) =>
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
}
