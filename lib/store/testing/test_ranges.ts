import { encodeKey } from "../encode_key.ts";
import { type Contract, partition } from "./contract.ts";

/** Tests that ranges are sorted by the keys' bytes, and respect their bounds and limit. */
export function testRanges({ it, expect, engine, set, listKeys }: Contract): void {
  it("sorts by key, including keys with a common prefix and other scripts", async () => {
    const parts = [["a"], ["a", ""], ["a", "z"], ["a "], ["a!"], ["a:"], ["ab"], ["é"], ["世"], ["😀"]];
    const keys = parts.map(encodeKey);
    await set(...keys.toReversed());
    expect(await listKeys({})).toEqual(keys);
    expect(await listKeys({ reverse: true })).toEqual(keys.toReversed());
  });

  it("sorts numbers by value", async () => {
    const numbers = [-(2 ** 53) + 1, -10, -1, 0, 1, 9, 10, 255, 256, 1_700_000_000_000, 2 ** 53 - 1];
    const keys = numbers.map((number) => encodeKey(["n", number]));
    await set(...keys.toReversed());
    expect(await listKeys({})).toEqual(keys);
  });

  it("includes the start of a range, and excludes its end", async () => {
    await set("a", "b", "c", "d", "e");
    expect(await listKeys({ start: "b", end: "d" })).toEqual(["b", "c"]);
    expect(await listKeys({ start: "b", end: "d", reverse: true })).toEqual(["c", "b"]);
    expect(await listKeys({ start: "bb" })).toEqual(["c", "d", "e"]);
    expect(await listKeys({ end: "bb", reverse: true })).toEqual(["b", "a"]);
    expect(await listKeys({ start: "d", end: "b" })).toEqual([]);
    expect(await listKeys({ start: "c", end: "c" })).toEqual([]);
  });

  it("respects the limit, in both directions", async () => {
    const keys = Array.from({ length: 1200 }, (_, index) => encodeKey([index]));
    await set(...keys);
    expect(await listKeys({ limit: 3 })).toEqual(keys.slice(0, 3));
    expect(await listKeys({ limit: 3, reverse: true })).toEqual(keys.slice(-3).toReversed());
    expect(await listKeys({ limit: 2000 })).toEqual(keys);
    expect(await listKeys({ limit: 0 })).toEqual([]);
  });

  it("separates partitions, even if one name is a prefix of the other", async () => {
    await set("a");
    await engine.atomic.commit(`${partition}!x`, { sets: [{ key: "b", value: {} }] });
    await engine.atomic.commit(`${partition}x`, { sets: [{ key: "c", value: {} }] });
    expect(await listKeys({})).toEqual(["a"]);
  });
}
