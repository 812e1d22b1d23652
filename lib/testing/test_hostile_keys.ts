import { encodeKey, rangeOf } from "../store/mod.ts";
import type { Contract } from "./contract.ts";

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

/** Keys hold whatever a person can type. */
export function testHostileKeys({ it, expect, engine, get, set, listKeys }: Contract): void {
  for (const part of hostileParts) {
    it(`holds a key with the part ${JSON.stringify(part).slice(0, 20)}`, async () => {
      const keys = [encodeKey(["p", part]), encodeKey([part, "q"]), encodeKey([part])];
      await set(...keys);
      for (const key of keys) expect(await get(key)).toEqual({ key });
      expect(await listKeys(rangeOf(["p"]))).toEqual([keys[0]]);
    });
  }

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
}
