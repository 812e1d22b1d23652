import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomBase62, toBase62 } from "../../lib/access/api_keys/base62.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("toBase62", () => {
  it.each([
    [0, 1, "0"],
    [61, 1, "z"],
    [62, 2, "10"],
    [5, 6, "000005"],
    [2 ** 32 - 1, 6, "4gfFC3"],
  ])("writes %i with %i digits", (value, length, text) => {
    expect(toBase62(value, length)).toBe(text);
  });

  it("encodes the number in the requested length", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), (value) => {
        const text = toBase62(value, 6);
        expect(text).toHaveLength(6);
        expect(Array.from(text).reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0)).toBe(value);
      }),
    );
  });
});

describe("randomBase62", () => {
  it("draws every character equally often from uniform bytes", () => {
    const everyByte = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index % 256);
    const text = randomBase62((length) => everyByte(length), 248);
    const counts = new Map<string, number>();
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect([...counts.keys()].toSorted().join("")).toBe(Array.from(alphabet).toSorted().join(""));
    expect(new Set(counts.values())).toEqual(new Set([4]));
  });

  it("rejects bytes that would favor some characters, and draws more", () => {
    let asked = 0;
    const text = randomBase62((length) => {
      asked++;
      return new Uint8Array(length).fill(asked < 3 ? 255 : 247);
    }, 5);
    expect([text, asked]).toEqual(["zzzzz", 3]);
  });

  it("has the requested length", () => {
    const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(1);
    for (const length of [0, 1, 43]) expect(randomBase62(bytes, length)).toHaveLength(length);
  });
});
