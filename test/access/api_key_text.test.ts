import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatApiKey,
  isPrefix,
  newApiKeyText,
  parseApiKey,
  quotaIdOf,
} from "../../lib/access/api_keys/api_key_text.ts";
import { systemRandomBytes } from "../../lib/base/secrets/random.ts";

const newKey = (): string => formatApiKey("postern", newApiKeyText(systemRandomBytes));

describe("the text of an API key", () => {
  it("contains the prefix, the id and the secret", () => {
    for (let round = 0; round < 100; round++) {
      const text = newApiKeyText(systemRandomBytes);
      expect(parseApiKey("acme1", formatApiKey("acme1", text))).toEqual(text);
      expect(text.keyId).toMatch(/^[a-z2-7]{16}$/);
      expect(text.secret).toMatch(/^[0-9A-Za-z]{43}$/);
      expect(text.quotaId).toBe(quotaIdOf(text.keyId));
    }
  });

  it("is different every time", () => {
    expect(new Set(Array.from({ length: 1000 }, newKey)).size).toBe(1000);
  });

  it("keeps its form: existing keys must stay valid", () => {
    const key = { keyId: "abcdefghij234567", quotaId: "abcdefghij23", secret: "0".repeat(43) };
    const text = formatApiKey("postern", key);
    expect(text).toMatch(new RegExp(`^postern_abcdefghij234567_${"0".repeat(43)}[0-9A-Za-z]{6}$`));
    expect(parseApiKey("postern", text)).toEqual(key);
  });

  it("is refused under another prefix", () => {
    expect(parseApiKey("other", newKey())).toBeUndefined();
    expect(parseApiKey("poster", newKey())).toBeUndefined();
  });

  it("is refused if one character is changed", () => {
    const alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_ \0é";
    const anotherCharacter = fc.record({
      index: fc.nat(73),
      character: fc.constantFrom(...Array.from(alphabet)),
    });
    fc.assert(
      fc.property(anotherCharacter, ({ index, character }) => {
        const key = newKey();
        fc.pre(key[index] !== character);
        const changed = key.slice(0, index) + character + key.slice(index + 1);
        expect(parseApiKey("postern", changed)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  it("is refused if two characters are swapped, or its ends are changed", () => {
    const key = newKey();
    for (let index = 8; index < key.length - 1; index++) {
      const [one = "", two = ""] = key.slice(index, index + 2);
      const swapped = key.slice(0, index) + two + one + key.slice(index + 2);
      expect([index, one === two || parseApiKey("postern", swapped) === undefined]).toEqual([index, true]);
    }
    for (const text of [`${key}\n`, ` ${key}`, key.slice(1), key.slice(0, -1), `${key}${key}`, ""]) {
      expect(parseApiKey("postern", text)).toBeUndefined();
    }
  });

  it("is never garbage", () => {
    const character = fc.constantFrom(...Array.from("abcXYZ0127_"));
    const garbage = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: character, minLength: 66, maxLength: 66 }).map((rest) => `postern_${rest}`),
      fc
        .tuple(
          fc.string({ unit: fc.constantFrom(...Array.from("abz27")), minLength: 16, maxLength: 16 }),
          fc.string({ unit: fc.constantFrom(...Array.from("abzAZ09")), minLength: 49, maxLength: 49 }),
        )
        .map(([id, rest]) => `postern_${id}_${rest}`),
    );
    fc.assert(
      fc.property(garbage, (text) => {
        expect(parseApiKey("postern", text)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });
});

describe("isPrefix", () => {
  it.each(["a", "postern", "acme2", "a".repeat(20)])("takes %s", (prefix) => {
    expect(isPrefix(prefix)).toBe(true);
  });

  it.each(["", "A", "1a", "a_b", "a-b", "é", "a\n", "a".repeat(21)])("refuses %j", (prefix) => {
    expect(isPrefix(prefix)).toBe(false);
  });
});
