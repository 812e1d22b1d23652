import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeKey, type KeyPart, rangeOf } from "../../lib/store/mod.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(...Array.from('aAzZ09-._~!"$%/:\\+ \0\u007f\u0080é世😀')),
    maxLength: 12,
  }),
);
const number = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -3, max: 300 }));

/** Compares the UTF-8 bytes of two texts. A prefix sorts before the longer text. */
const compareTexts = (one: string, other: string): number =>
  Math.sign(Buffer.compare(Buffer.from(one), Buffer.from(other)));

function compareParts(one: readonly KeyPart[], other: readonly KeyPart[]): number {
  for (const [index, part] of one.entries()) {
    const counterpart = other[index];
    if (counterpart === undefined) return 1;
    const order =
      typeof part === "number" && typeof counterpart === "number"
        ? Math.sign(part - counterpart)
        : compareTexts(String(part), String(counterpart));
    if (order !== 0) return order;
  }
  return one.length === other.length ? 0 : -1;
}

const compareEncoded = (one: readonly KeyPart[], other: readonly KeyPart[]): number =>
  compareTexts(encodeKey(one), encodeKey(other));

describe("encodeKey", () => {
  it.each<[KeyPart[], string]>([
    [["post", "hello-world"], "post!hello-world"],
    [["tag", "C++"], "tag!_43+2b+2b"],
    [["a", ""], "a!"],
    [["é"], "~c3~a9"],
    [["n", 0], "n!20000000000000"],
    [["n", -1], "n!1fffffffffffff"],
  ])("encodes %j as %s: existing stores must stay readable", (parts, key) => {
    expect(encodeKey(parts)).toBe(key);
  });

  it("sorts texts as the bytes of their UTF-8 do, part by part", () => {
    const parts = fc.array(text, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        expect(compareEncoded(one, other)).toBe(compareParts(one, other));
      }),
      { numRuns: 3000 },
    );
  });

  it("sorts texts that differ in one place only", () => {
    const neighbours = fc.tuple(fc.string({ maxLength: 5 }), text, text);
    fc.assert(
      fc.property(neighbours, ([start, one, other]) => {
        expect(compareEncoded(["p", start + one], ["p", start + other])).toBe(
          compareTexts(start + one, start + other),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it("sorts numbers by their value, for any following parts", () => {
    fc.assert(
      fc.property(fc.tuple(number, text), fc.tuple(number, text), (one, other) => {
        expect(compareEncoded(["n", ...one], ["n", ...other])).toBe(compareParts(one, other));
      }),
      { numRuns: 1000 },
    );
  });

  it("uses only characters for every engine, file system and URL, in a bounded length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (part) => {
        expect(encodeKey([part])).toMatch(/^[a-z0-9~._+-]{0,200}$/);
      }),
    );
  });

  it("distinguishes long parts with equal beginnings or ends", () => {
    const long = "x".repeat(500);
    const parts = [
      long,
      `${long}a`,
      `a${long}`,
      "x".repeat(200),
      "x".repeat(201),
      "X".repeat(67),
      "X".repeat(68),
    ];
    expect(new Set(parts.map((part) => encodeKey([part]))).size).toBe(parts.length);
  });

  it.each([1.5, Number.NaN, Infinity, 2 ** 53])("refuses the number %d", (value) => {
    expect(() => encodeKey([value])).toThrow(RangeError);
    expect(() => encodeKey([value])).toThrow(new RegExp(`${value}$`));
  });
});

describe("rangeOf", () => {
  it("contains only the keys that start with the parts", () => {
    const parts = fc.array(text, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(parts, parts, (prefix, key) => {
        const { start, end } = rangeOf(prefix);
        const encoded = encodeKey(key);
        const goesOn = key.length > prefix.length && prefix.every((part, index) => part === key[index]);
        expect(start <= encoded && encoded < end).toBe(goesOn);
        const longer = encodeKey([...prefix, ...key]);
        expect(start <= longer && longer < end).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("contains every key for no parts", () => {
    const { start, end } = rangeOf([]);
    for (const part of ["", "a", "~", "\u{10ffff}", "zzz"]) {
      expect(start <= encodeKey([part]) && encodeKey([part]) < end).toBe(true);
    }
  });
});
