import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { describe, expect, it } from "vitest";
import { countWords } from "../../lib/mod.ts";

const SIZE = 1000;

describe("the count of words takes linear time for", () => {
  it.each([
    ["Japanese", "ja", "日本語の文です。"],
    ["Japanese without punctuation", "ja", "日本語"],
    ["Thai", "th", "ภาษาไทย "],
    ["English in Chinese", "zh", "word "],
    ["line breaks in Chinese", "zh", "字<br>"],
    ["spaces in Chinese", "zh", "<i>&#32;</i>"],
    ["surrogates in Chinese", "zh", "\ud840\udc00"],
    ["English", "en", "word "],
    ["one long word", "en", "word"],
    ["marks", "en", "- "],
  ])("%s", async (_name, language, unit) => {
    const count = (html: string) => countWords(html, language);
    expect(await findSuperlinearGrowth((size) => unit.repeat(size), count, SIZE)).toBeUndefined();
  });
});
