import { encodeKey, rangeOf } from "../encode_key.ts";
import type { Contract } from "./contract.ts";

/** Key parts that engines may corrupt. */
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

/** Tests that keys can contain any text. */
export function testHostileKeys({ it, expect, engine, get, set, listKeys }: Contract): void {
  for (const part of hostileParts) {
    it(`stores a key with the part ${JSON.stringify(part).slice(0, 20)}`, async () => {
      const keys = [encodeKey(["p", part]), encodeKey([part, "q"]), encodeKey([part])];
      await set(...keys);
      for (const key of keys) expect(await get(key)).toEqual({ key });
      expect(await listKeys(rangeOf(["p"]))).toEqual([keys[0]]);
    });
  }

  it("stores all hostile parts together, also in partition names", async () => {
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
