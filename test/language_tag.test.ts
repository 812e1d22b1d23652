import { describe, expect, it } from "vitest";
import { canonicalLanguageTag } from "../lib/language_tag.ts";

describe("canonicalLanguageTag", () => {
  it.each([
    ["en-us", "en-US"],
    ["EN", "en"],
    ["zh-hant-tw", "zh-Hant-TW"],
    ["de-DE-1996", "de-DE-1996"],
    ["sr-latn", "sr-Latn"],
    ["iw", "he"],
    ["es-419", "es-419"],
  ])("writes %s as %s", (tag, canonical) => {
    expect(canonicalLanguageTag(tag)).toBe(canonical);
  });

  it.each(["", "e", "en_US", "en-", "-en", "english language", "e\u0301n", "en-US-", "\0", "abcdefghij"])(
    "refuses %j",
    (tag) => {
      expect(canonicalLanguageTag(tag)).toBeUndefined();
    },
  );
});
