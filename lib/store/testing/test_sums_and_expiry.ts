import type { Committed, Conflict } from "../contract/changes.ts";
import { type Contract, partition } from "./contract.ts";

/** Tests the maximum of counters, and the expiry of records. */
export function testSumsAndExpiry({
  it,
  expect,
  engine,
  clock,
  get,
  set,
  listKeys,
  versionOf,
}: Contract): void {
  const add = async (amount: number): Promise<Committed | Conflict> =>
    engine.atomic.commit(partition, { sums: [{ key: "n", add: amount }] });
  const commitTwoSums = async (): Promise<Committed | Conflict> =>
    engine.atomic.commit(partition, {
      sets: [{ key: "a", value: {} }],
      sums: [
        { key: "free", add: 1 },
        { key: "tight", add: 2, max: 3 },
      ],
    });

  it("adds to counters, which read as { sum }", async () => {
    expect(await add(5)).toMatchObject({ committed: true, sums: [5] });
    expect(await add(-2)).toMatchObject({ committed: true, sums: [3] });
    expect(await get("n")).toEqual({ sum: 3 });
  });

  it("rejects the whole commit if a sum exceeds its maximum", async () => {
    expect(await commitTwoSums()).toMatchObject({ committed: true, sums: [1, 2] });
    expect(await commitTwoSums()).toEqual({ committed: false, failedChecks: [], exceededSums: [1] });
    expect(await get("free")).toEqual({ sum: 1 });
    expect(await get("tight")).toEqual({ sum: 2 });
  });

  it("removes records and counters when they expire", async () => {
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

  it("keeps a counter's first expiry when it changes", async () => {
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

  it("restarts an expired counter, also in a commit that only checks a version and counts", async () => {
    await set("a");
    const checks = [{ key: "a", version: await versionOf("a") }];
    const count = async (): Promise<Committed | Conflict> =>
      engine.atomic.commit(partition, {
        checks,
        sums: [{ key: "n", add: 1, expiresAt: clock.now() + 1000 }],
      });
    for (const sum of [1, 2]) expect(await count()).toMatchObject({ sums: [sum] });
    clock.advance(1000);
    for (const sum of [1, 2]) expect(await count()).toMatchObject({ sums: [sum] });
  });

  /** Counts in a commit that also writes a record, or in a commit that only checks a version and counts. */
  const countWith = async (
    only: boolean,
    expiresAt: number | undefined,
    max = 9,
  ): Promise<Committed | Conflict> => {
    const checks = [{ key: "a", version: await versionOf("a") }];
    const expiry = expiresAt === undefined ? {} : { expiresAt };
    const sums = [{ key: "n", add: 1, max, ...expiry }];
    return engine.atomic.commit(partition, {
      checks,
      sums,
      ...(only ? {} : { sets: [{ key: "b", value: {} }] }),
    });
  };
  const minute = 60_000;

  for (const only of [false, true]) {
    const kind = only ? "a commit that only checks a version and counts" : "a commit that also writes";

    it(`begins a counter anew if it expires more than a minute too late, in ${kind}`, async () => {
      await set("a");
      const right = clock.now() + 1000;
      const ahead = right + 300 * minute;
      for (const sum of [1, 2]) expect(await countWith(only, ahead)).toMatchObject({ sums: [sum] });
      for (const sum of [1, 2]) expect(await countWith(only, right, 2)).toMatchObject({ sums: [sum] });
      expect(await countWith(only, right, 2)).toMatchObject({ committed: false, exceededSums: [0] });
      expect(await get("n")).toEqual({ sum: 2 });
      clock.time = right - 1;
      expect(await get("n")).toEqual({ sum: 2 });
      clock.time = right;
      expect(await get("n")).toBeUndefined();
      await set("c");
      for (const sum of [1, 2]) expect(await countWith(only, right + 1000)).toMatchObject({ sums: [sum] });
      clock.time = right + 1000;
      expect(await get("n")).toBeUndefined();
    });

    it(`continues a counter that expires at most a minute too late, in ${kind}`, async () => {
      await set("a");
      const right = clock.now() + 1000;
      const late = right + minute;
      expect(await countWith(only, late)).toMatchObject({ sums: [1] });
      expect(await countWith(only, right)).toMatchObject({ sums: [2] });
      clock.time = late - 1;
      expect(await get("n")).toEqual({ sum: 2 });
      clock.time = late;
      expect(await get("n")).toBeUndefined();
    });

    it(`continues a counter if either expiry is missing, in ${kind}`, async () => {
      await set("a");
      const expiresAt = clock.now() + 300 * minute;
      for (const sum of [1, 2]) expect(await countWith(only, expiresAt)).toMatchObject({ sums: [sum] });
      for (const sum of [3, 4]) expect(await countWith(only, undefined)).toMatchObject({ sums: [sum] });
      clock.time = expiresAt;
      expect(await get("n")).toBeUndefined();
      for (const sum of [1, 2]) expect(await countWith(only, undefined)).toMatchObject({ sums: [sum] });
      for (const sum of [3, 4]) expect(await countWith(only, 1000)).toMatchObject({ sums: [sum] });
      expect(await get("n")).toEqual({ sum: 4 });
    });
  }

  it("continues a counter of the same commit that does not expire too late", async () => {
    const right = clock.now() + 1000;
    const count = async (brief: number): Promise<Committed | Conflict> =>
      engine.atomic.commit(partition, {
        sums: [
          { key: "daily", add: 1, expiresAt: right + 900 * minute },
          { key: "brief", add: 1, max: 2, expiresAt: brief },
        ],
      });
    for (const sum of [1, 2]) expect(await count(right + 300 * minute)).toMatchObject({ sums: [sum, sum] });
    expect(await count(right)).toMatchObject({ sums: [3, 1] });
    expect(await count(right)).toMatchObject({ sums: [4, 2] });
    expect(await count(right)).toMatchObject({ committed: false, exceededSums: [1] });
  });

  it("drops the expiry of a record that is set again without one", async () => {
    const expiresAt = clock.now() + 1000;
    await engine.atomic.commit(partition, { sets: [{ key: "a", value: {}, expiresAt }] });
    await set("a");
    clock.advance(5000);
    await set("b");
    expect(await listKeys({})).toEqual(["a", "b"]);
  });
}
