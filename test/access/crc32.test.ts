import { crc32 as zlibCrc32 } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../lib/access/api_keys/api_key_text.ts";

describe("crc32", () => {
  it.each([
    ["", 0],
    ["a", 0xe8b7be43],
    ["abc", 0x352441c2],
    ["123456789", 0xcbf43926],
    ["The quick brown fox jumps over the lazy dog", 0x414fa339],
    ["\0", 0xd202ef8d],
  ])("matches the known checksum of %j", (text, checksum) => {
    expect(crc32(text)).toBe(checksum);
  });

  it("matches zlib's checksum if the runtime has zlib", () => {
    const ascii = fc.string({ unit: "binary-ascii" });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(crc32(text)).toBe((zlibCrc32 as typeof crc32 | undefined)?.(text) ?? crc32(text));
      }),
    );
  });
});
