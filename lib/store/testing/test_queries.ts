import {
  type BatchResult,
  type Count,
  Failure,
  type KnownVersion,
  type QueryBatch,
  type RecordRead,
} from "../contract/batch.ts";
import { type Contract, partition } from "./contract.ts";

/** Tests that a batch has the same results as single operations. Engines without `query` pass. */
export function testQueries({ it, expect, engine, clock, get, set, versionOf }: Contract): void {
  const query: QueryBatch = (batch) => engine.atomic.query?.(batch) ?? { counts: [], reads: [] };
  const countOf = (version: string, key: string, add = 1, max = Infinity): Count => ({
    partition,
    check: { key: "a", version },
    sums: [{ key, add, max, expiresAt: clock.now() + 3_600_000 }],
  });

  it("returns empty results for an empty batch", async () => {
    if (engine.atomic.query === undefined) return;
    expect(await query({ counts: [], reads: [] })).toMatchObject({ counts: [], reads: [] });
  });

  it("compares records with their cached versions, in order", async () => {
    if (engine.atomic.query === undefined) return;
    await set("same", "other", "gone");
    const versions = await Promise.all(["same", "other", "gone"].map(versionOf));
    const known = versions.map((version) => ({ version, asOf: undefined }));
    await engine.atomic.commit(partition, {
      sets: [{ key: "other", value: { is: "new" } }],
      deletes: ["gone"],
    });
    const { reads } = await query({
      counts: [],
      reads: [
        read("same", known[0]),
        read("other", known[1]),
        read("gone", known[2]),
        read("same"),
        read("none", known[0]),
      ],
    });
    expect(reads.map((one) => (one instanceof Object && "value" in one ? one.value : one))).toEqual([
      "unchanged",
      { is: "new" },
      null,
      { key: "same" },
      null,
    ]);
  });

  it("does not report a record as unchanged after it was written or deleted", async () => {
    if (engine.atomic.query === undefined) return;
    await set("a");
    const version = await versionOf("a");
    const first = await query({ counts: [], reads: [read("a", { version, asOf: undefined })] });
    const known = { version, asOf: first.asOf };
    expect((await query({ counts: [], reads: [read("a", known)] })).reads).toEqual(["unchanged"]);
    await engine.atomic.commit(partition, { sets: [{ key: "a", value: { is: "new" } }] });
    const second = await query({ counts: [], reads: [read("a", known)] });
    expect(second.reads).toMatchObject([{ value: { is: "new" } }]);
    await engine.atomic.commit(partition, { deletes: ["a"] });
    expect((await query({ counts: [], reads: [read("a", known)] })).reads).toEqual([null]);
  });

  it("does not report an expired record as unchanged", async () => {
    if (engine.atomic.query === undefined) return;
    const expiresAt = clock.now() + 1000;
    await engine.atomic.commit(partition, { sets: [{ key: "a", value: {}, expiresAt }] });
    const known = { version: await versionOf("a"), asOf: undefined };
    clock.advance(1000);
    expect((await query({ counts: [], reads: [read("a", known)] })).reads).toEqual([null]);
  });

  it("begins a counter anew if it expires more than a minute too late", async () => {
    if (engine.atomic.query === undefined) return;
    await set("a");
    const check = { key: "a", version: await versionOf("a") };
    const right = clock.now() + 1000;
    const daily = { key: "daily", add: 1, expiresAt: right + 86_400_000 };
    const count = async (expiresAt: number): Promise<unknown[]> => {
      const counts = [
        { partition, check, sums: [{ key: "n", add: 1, max: 2, expiresAt }] },
        { partition, check, sums: [daily, { key: "second", add: 1, max: 2, expiresAt }] },
      ];
      return settled(await query({ counts, reads: [] }));
    };
    // Below the maximum, and then at it.
    expect(await count(right + 36_000_000)).toEqual([[1], [1, 1]]);
    expect(await count(right + 18_000_000)).toEqual([[1], [2, 1]]);
    expect(await count(right + 18_000_000)).toEqual([[2], [3, 2]]);
    expect(await count(right + 60_000)).toEqual([[1], [4, 1]]);
    expect(await count(right)).toEqual([[2], [5, 2]]);
    expect(await count(right)).toEqual([
      [[], [0]],
      [[], [1]],
    ]);
    expect(await get("daily")).toEqual({ sum: 5 });
    clock.time = right + 59_999;
    expect([await get("n"), await get("second")]).toEqual([{ sum: 2 }, { sum: 2 }]);
    clock.time = right + 60_000;
    expect([await get("n"), await get("second")]).toEqual([undefined, undefined]);
  });

  it("applies each count's own check and maximum, together with reads", async () => {
    if (engine.atomic.query === undefined) return;
    await set("a");
    const old = await versionOf("a");
    await set("a");
    const version = await versionOf("a");
    for (const expected of [3, 6]) {
      const result = await query({
        counts: [
          countOf(version, "n", 3),
          countOf(old, "n"),
          countOf(version, "m", 5, 4),
          countOf(version, "o", 1),
        ],
        reads: [read("a", { version, asOf: undefined })],
      });
      expect(result.reads).toEqual(["unchanged"]);
      expect(await settled(result)).toEqual([[expected], [[0], []], [[], [0]], [expected / 3]]);
    }
    expect([await get("n"), await get("m"), await get("o")]).toEqual([{ sum: 6 }, undefined, { sum: 2 }]);
  });

  it("runs a callback at the end of the tick, if it supports that", async () => {
    const { atEndOfTick } = engine.atomic;
    if (atEndOfTick === undefined) return;
    let isCalled = false;
    const called = new Promise<void>((resolve) => {
      atEndOfTick(() => {
        isCalled = true;
        resolve();
      });
    });
    expect(isCalled).toBe(false);
    await called;
  });
}

async function settled({ counts }: BatchResult): Promise<unknown[]> {
  const outcomes = await Promise.all(counts.map(async (one) => one));
  return outcomes.map((one) => {
    if (one instanceof Failure) return one;
    return one.committed ? one.sums : [one.failedChecks, one.exceededSums];
  });
}

function read(key: string, known?: KnownVersion): RecordRead {
  return { partition, key, known };
}
