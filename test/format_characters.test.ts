import { describe, expect, it } from "vitest";
import { normalizedQuery } from "../lib/content/missed_queries/missed_query_record.ts";
import { textWarnings } from "../lib/content/posts/warnings/text_warnings.ts";
import { isPostSlug, toSlug } from "../lib/content/posts/slug.ts";
import { extractFaqEntries } from "../lib/faq/mod.ts";
import { comparedText, withoutFormat } from "../lib/base/text/format_characters.ts";
import { countWords } from "../lib/mod.ts";
import { splitText } from "../lib/search/passages/post_passages.ts";
import { parseQuery } from "../lib/search/parse_query.ts";
import { ExcerptSource } from "../lib/search/results/excerpt.ts";

/** Characters that neither are letters nor end a word. */
const formats: [name: string, character: string][] = [
  ["a soft hyphen", "\u00ad"],
  ["an Arabic letter mark", "\u061c"],
  ["a Mongolian vowel separator", "\u180e"],
  ["a left-to-right mark", "\u200e"],
  ["a right-to-left mark", "\u200f"],
  ["an embedding", "\u202a"],
  ["an override", "\u202e"],
  ["the end of an embedding", "\u202c"],
  ["a word joiner", "\u2060"],
  ["an invisible operator", "\u2062"],
  ["an isolate", "\u2067"],
  ["the end of an isolate", "\u2069"],
  ["a byte order mark", "\ufeff"],
  ["an annotation", "\ufff9"],
  ["a musical format", "\u{1d173}"],
  ["a language tag", "\u{e0001}"],
  ["tags outside of a flag", "\u{e0061}\u{e007f}"],
];

describe.each(formats)("%s", (_name, character) => {
  const word = `Donau${character}dampf`;

  it("is not part of a word, and does not end it", () => {
    expect(countWords(`<p>${word} ${character} ${character}fährt${character}</p>`)).toBe(2);
    expect(countWords(`<p>東${character}京都</p>`)).toBe(countWords("<p>東京都</p>"));
    expect(parseQuery(`東${character}京 x ${character}-${word}`)).toMatchObject({
      terms: [{ written: "東京" }, { folded: "x" }],
      excluded: [{ written: "Donaudampf", words: [{ written: "Donaudampf", folded: "donaudampf" }] }],
    });
    expect(normalizedQuery(`${word}${character}`)).toBe("donaudampf");
  });

  it("does not move highlights", () => {
    const text = `Die ${character}${word}${character} auf 東${character}京`;
    const { highlights } = new ExcerptSource(text, new Set(["donaudampf", "東京"])).cut(100);
    expect(highlights.map(({ start, end }) => text.slice(start, end))).toEqual([word, `東${character}京`]);
  });

  it("is left out of slugs", () => {
    expect([toSlug(word), toSlug(`${character}A${character} b${character}`)]).toEqual(["donaudampf", "a-b"]);
  });

  it("does not distinguish questions, and does not hide that a heading is one", () => {
    // A flag of a region ends with characters beyond U+FFFF.
    const end = character.length > 1 ? "" : character;
    const html = `<h2>${word}?${end}</h2><p>1</p><h2>Donaudampf?</h2><p>2</p>`;
    expect(extractFaqEntries(html).map(({ answer }) => answer)).toEqual(["1"]);
    expect(extractFaqEntries(html, { headingText: "visible" }).map(({ answer }) => answer)).toEqual(["1"]);
  });

  it("does not make a headline longer", () => {
    const name = (length: number): string => `${"a".repeat(length - 1)}${character.repeat(9)}b`;
    expect(textWarnings({ name: name(110) })).toEqual([]);
    expect(textWarnings({ name: name(111) })).toHaveLength(1);
  });
});

describe("the class of Format characters", () => {
  it("is that of UAX 29, without joiners and without tags of flags", () => {
    const exceptions = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u200b-\u200d\u{110bd}\u{110cd}]/u;
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      const isFormat = /\p{Cf}/u.test(character) && !exceptions.test(character);
      if ((withoutFormat(character) === "") !== isFormat) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
    const england = "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
    expect(comparedText(england)).toBe(england);
  });
});

describe("U+200B", () => {
  it("separates words, but slugs and questions are compared without it", () => {
    expect(countWords("<p>one\u200btwo ភាសា\u200bខ្មែរ</p>")).toBe(4);
    expect(parseQuery("one\u200btwo").terms.map(({ folded }) => folded)).toEqual(["one", "two"]);
    expect(normalizedQuery("one\u200btwo")).toBe("one two");
    expect(toSlug("one\u200btwo")).toBe("onetwo");
    expect(extractFaqEntries("<h2>A\u200bb?</h2><p>1</p><h2>Ab?</h2><p>2</p>")).toHaveLength(1);
  });
});

describe("joiners", () => {
  it.each([
    ["Persian", "می\u200cخواهم"],
    ["Hindi", "क\u094d\u200dष"],
  ])("stay in %s: one word, one slug, another question", (_language, word) => {
    expect(countWords(`<p>${word}</p>`)).toBe(1);
    expect(parseQuery(word).terms).toHaveLength(1);
    expect(toSlug(`${word}\u200c - \u200d${word}`)).toBe(`${word}-${word}`);
    const plain = word.replaceAll(/[\u200c\u200d]/g, "");
    expect(parseQuery(word).terms[0]?.folded).toBe(parseQuery(plain).terms[0]?.folded);
    const html = `<h2>${word}?</h2><p>1</p><h2>${plain}?</h2><p>2</p>`;
    expect(extractFaqEntries(html)).toHaveLength(2);
  });

  it.each(["\u200ca", "a\u200c", "a\u200d-b", "\u200d"])(
    "do not begin or end a word of a slug: %j",
    (slug) => {
      expect(isPostSlug(slug)).toBe(false);
    },
  );

  it("do not stay at the end of a slug that is cut", () => {
    expect(toSlug(`${"ب".repeat(199)}\u200cب`)).toBe("ب".repeat(199));
    expect(toSlug(`${"ب".repeat(198)}\u200c𠀀`)).toBe("ب".repeat(198));
  });
});

describe("variation selectors", () => {
  it.each(["\ufe0f", "\ufe00", "\u{e0100}", "\u180b", "\u034f"])(
    "do not count where texts are compared: %j",
    (selector) => {
      const word = `ℹ${selector}`;
      expect(parseQuery(word).terms[0]?.folded).toBe(parseQuery("ℹ").terms[0]?.folded);
      expect(toSlug(word)).toBe(toSlug("ℹ"));
      expect(normalizedQuery(`❤${selector}`)).toBe("❤");
      const [entry, ...others] = extractFaqEntries(`<h2>❤${selector} a?</h2><p>1</p><h2>❤ a?</h2><p>2</p>`);
      expect([entry?.question, others]).toEqual([`❤${selector} a?`, []]);
    },
  );
});

it("passages keep the characters of their text", () => {
  const text = "Donau\u00addampf ".repeat(200).trim();
  expect(splitText(text, 800).join(" ")).toBe(text);
});
