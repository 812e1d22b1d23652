import { describe, expect, it } from "vitest";
import { wellFormed } from "../../lib/base/text/well_formed.ts";
import { foldWord } from "../../lib/search/words/fold_word.ts";
import { ExcerptSource } from "../../lib/search/results/excerpt.ts";

const zalgo = `a${"\u0301".repeat(9)}`;
const filler = (word: string, times: number): string => Array.from({ length: times }, () => word).join(" ");

/** Texts with a word `match`, and the words that a query has found. */
const texts: [name: string, text: string, words?: string[]][] = [
  ["an empty text", ""],
  ["a short text", "A match."],
  ["no match", filler("other", 400)],
  ["a match at the start", `Match ${filler("other", 400)}`],
  ["a match at the end", `${filler("other", 400)} match.`],
  ["a match in the middle", `${filler("other", 400)} match ${filler("other", 400)}`],
  ["only matches", filler("match", 100_000)],
  ["one word of 1 MB", "match".repeat(200_000), [foldWord("match".repeat(200_000))]],
  ["1 MB without letters", "-".repeat(1_000_000)],
  ["a match in 1 MB without spaces", `${"x".repeat(500_000)}-match-${"x".repeat(500_000)}`],
  ["Thai", `${"ภาษาไทย".repeat(100)}ค้นหา${"ภาษาไทย".repeat(100)}`, ["ค้นหา"]],
  ["Chinese", `${"我们在这里。".repeat(100)}搜索${"我们在这里。".repeat(100)}`, ["搜索"]],
  ["characters of two units", `${"𠀀".repeat(300)} match ${"𠀀".repeat(301)}`],
  ["emoji of several characters", `${"👩‍👩‍👧‍👦".repeat(60)} match ${"👍🏽".repeat(90)}`],
  ["only emoji", "👩‍👩‍👧‍👦".repeat(90)],
  ["combining marks", `${zalgo.repeat(90)} match ${zalgo.repeat(90)}`],
  ["one character with many marks", `a${"\u0301".repeat(2000)}`],
  ["Arabic", `${filler("كلمة", 200)} بحث ${filler("كلمة", 200)}`, ["بحث"]],
];

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function isBorder(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const start = Math.max(0, at - 60);
  const around = text.slice(start, at + 60);
  // The start of the part can be within a character.
  return (graphemes.segment(around).containing(at - start)?.index ?? 0) === at - start;
}

describe.each([200, 400])("an excerpt of at most %d characters", (size) => {
  it.each(texts)("is a part of %s", (name, text, words = ["match"]) => {
    const excerpt = new ExcerptSource(text, new Set(words)).cut(size);
    expect(excerpt.text.length).toBeLessThanOrEqual(size);
    expect(excerpt.text === text).toBe(text.length <= size);
    const part = excerpt.text.replace(/^…/, "").replace(/…$/, "");
    const start = text.indexOf(part);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(part).toBe(wellFormed(part));
    const isCutAnywhere = name.startsWith("one character") || text.length >= 100_000;
    expect(isCutAnywhere || (isBorder(text, start) && isBorder(text, start + part.length))).toBe(true);
    expect(excerpt.text.includes("…") || text.length <= size).toBe(true);
    const found = excerpt.highlights.map((one) => excerpt.text.slice(one.start, one.end).toLowerCase());
    for (const one of found) expect(words.some((word) => word.startsWith(foldWord(one)))).toBe(true);
    const hasMatch = words.some((word) => text.toLowerCase().includes(word));
    expect(found.length > 0).toBe(hasMatch);
    for (const [at, { start: first }] of excerpt.highlights.entries()) {
      expect(first).toBeGreaterThanOrEqual(excerpt.highlights[at - 1]?.end ?? 0);
    }
  });
});

describe("the place of an excerpt", () => {
  const around = (text: string, ...words: string[]): string =>
    new ExcerptSource(text, new Set(words)).cut(60).text;

  it.each([
    [
      "is where most different words are",
      `one one one one one ${filler("other", 40)} one then two ${filler("other", 40)}`,
      ["one", "two"],
      "…other other one then two other other other other other…",
    ],
    [
      "begins with a sentence",
      `${filler("other", 40)}. We say one thing. ${filler("other", 40)}`,
      ["one"],
      "…We say one thing. other other other other other other…",
    ],
    [
      "ends with the text",
      `${filler("other", 40)} one.`,
      ["one"],
      "…other other other other other other other other other one.",
    ],
    [
      "begins with the text",
      `One ${filler("other", 40)}`,
      ["one"],
      "One other other other other other other other other other…",
    ],
    [
      "keeps closing marks",
      `${filler("other", 40)} (says "one") ${filler("others", 40)}`,
      ["one"],
      `…other (says "one") others others others others others…`,
    ],
  ])("%s", (_, text, words, expected) => {
    expect(around(text, ...words)).toBe(expected);
  });
});
