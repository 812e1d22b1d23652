import { sha256 as portable } from "@noble/hashes/sha2.js";
import { describe, expect, it } from "vitest";
import { isEqualInConstantTime, sha256Hex } from "../../lib/base/secrets/sha256.ts";
import { sha256 } from "../../lib/access/mod.ts";

describe("sha256", () => {
  it.each([0, 1, 43, 55, 56, 64, 1000])(
    "is the same from the runtime and the portable code: %i bytes",
    (length) => {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
      expect(Buffer.from(sha256(bytes)).toString("hex")).toBe(Buffer.from(portable(bytes)).toString("hex"));
    },
  );

  it("matches a known hash", () => {
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("isEqualInConstantTime", () => {
  it.each([
    ["", "", true],
    ["abc", "abc", true],
    ["abc", "abd", false],
    ["abc", "bbc", false],
    ["abc", "ab", false],
    ["ab", "abc", false],
  ])("of %j and %j", (one, other, isEqual) => {
    expect(isEqualInConstantTime(one, other)).toBe(isEqual);
  });
});
