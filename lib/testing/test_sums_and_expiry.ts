import type { Committed, Conflict } from "../store/mod.ts";
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

  it("drops the expiry of a record that is set again without one", async () => {
    const expiresAt = clock.now() + 1000;
    await engine.atomic.commit(partition, { sets: [{ key: "a", value: {}, expiresAt }] });
    await set("a");
    clock.advance(5000);
    await set("b");
    expect(await listKeys({})).toEqual(["a", "b"]);
  });
}
