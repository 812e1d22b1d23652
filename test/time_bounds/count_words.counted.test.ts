import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { describe, expect, it } from "vitest";
import { countWords } from "../../lib/mod.ts";

const SIZE = 1000;

describe("counting words takes linear time for", () => {
  it.each([
    ["Japanese", "日本語の文です。"],
    ["Japanese without punctuation", "日本語"],
    ["Thai", "ภาษาไทย "],
    ["English and Chinese", "字 word "],
    ["line breaks in Chinese", "字<br>"],
    ["spaces in Chinese", "<i>&#32;</i>"],
    ["surrogates in Chinese", "\ud840\udc00"],
    ["English", "word "],
    ["one long word", "word"],
    ["marks", "- "],
    ["one word of marks in Japanese", "ー"],
    ["alternating scripts", "字a"],
    ["variation selectors", "字\ufe0f"],
  ])("%s", async (_name, unit) => {
    const count = (html: string) => countWords(html);
    expect(await findSuperlinearGrowth((size) => unit.repeat(size), count, SIZE)).toBeUndefined();
  });
});
