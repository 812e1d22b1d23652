import { describe, expect, it } from "vitest";
import { StampedCache } from "../../lib/api/public/statistics/stamped_cache.ts";

interface Value {
  text: string;
  changesAt?: number;
}

describe("the cache of values from all posts", () => {
  const cacheOf = (): StampedCache<Value> => new StampedCache<Value>(10_000, () => 0);
  let computed = 0;
  const compute = async (value: Value): Promise<Value> => {
    computed++;
    return value;
  };

  it("computes once for concurrent requests, also of later times, and once per stamp", async () => {
    computed = 0;
    const cache = cacheOf();
    const get = async (stamp: string, now: number): Promise<string> =>
      (await cache.get({ name: "a", stamp, now }, () => compute({ text: stamp })))?.text ?? "";
    expect(await Promise.all([get("1", 10), get("1", 11), get("1", 12), get("2", 12)])).toEqual([
      "1",
      "1",
      "1",
      "2",
    ]);
    expect(computed).toBe(2);
    expect([await get("2", 20), computed]).toEqual(["2", 2]);
    expect([await get("1", 20), computed]).toEqual(["1", 3]);
  });

  it("does not use a value that has expired, or is from a later time, or of an unknown state", async () => {
    computed = 0;
    const cache = cacheOf();
    const get = async (now: number, stamp: string | undefined): Promise<unknown> =>
      cache.get({ name: "a", stamp, now }, () => compute({ text: "", changesAt: 20 }));
    await get(10, "1");
    await get(19, "1");
    expect(computed).toBe(1);
    await get(9, "1");
    expect(computed).toBe(2);
    await get(20, "1");
    expect(computed).toBe(3);
    await get(20, undefined);
    expect(computed).toBe(4);
  });

  it("computes again after a failure", async () => {
    const cache = cacheOf();
    const place = { name: "a", stamp: "1", now: 1 };
    const failing = cache.get(place, async () => Promise.reject(new Error("no store")));
    await expect(failing).rejects.toThrow("no store");
    expect(await cache.get(place, () => compute({ text: "ok" }))).toEqual({ text: "ok" });
  });
});
