import { describe, expect, it } from "vitest";
import { withoutFormat } from "../../lib/base/text/format_characters.ts";
import { htmlSections } from "../../lib/faq/html_sections.ts";
import { splitText } from "../../lib/search/passages/post_passages.ts";
import { parseQuery } from "../../lib/search/parse_query.ts";
import { foldWord } from "../../lib/search/words/fold_word.ts";
import { forEachWord } from "../../lib/search/words/for_each_word.ts";
import { loadStemmer, stemmedLanguage, stemsOf } from "../../lib/search/words/load_stemmer.ts";

function wordsOf(text: string): string[] {
  const words: string[] = [];
  forEachWord(text, (word, start, end) => {
    expect(withoutFormat(text.slice(start, end))).toBe(word);
    words.push(word);
  });
  return words;
}

describe("words of a text", () => {
  it.each([
    ["Don't use node.js, OK?", ["Don", "t", "use", "node", "js", "OK"]],
    ["東京都の天気", ["東京", "都", "の", "天気"]],
    ["iPhone東京 2台", ["iPhone", "東京", "2", "台"]],
    ["ไปกินข้าว", ["ไป", "กิน", "ข้าว"]],
    ["\0a\u202eb \ufffd --", ["ab"]],
    ["a\u200bb", ["a", "b"]],
  ])("%j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it.each([
    [
      "Load .env, `.NET` or (.gitignore). End.Next ...dots a.b 1 .5 ..c",
      [
        "Load",
        ".env",
        "env",
        ".NET",
        "NET",
        "or",
        ".gitignore",
        "gitignore",
        "End",
        "Next",
        "dots",
        "a",
        "b",
        "1",
        "5",
        "c",
      ],
    ],
    ["C++, (c#) and F#.", ["C", "C++", "c", "c#", "and", "F", "F#"]],
    ["Notepad++", ["Notepad", "Notepad++"]],
    ["C++17 c+ i+++j Hours# a#b 1+1", ["C", "17", "c", "i", "j", "Hours", "a", "b", "1", "1"]],
    ["C\u00ad++", ["C", "C++"]],
  ])("have their signs: %j", (text, words) => {
    const found: string[] = [];
    let last = 0;
    forEachWord(text, (word, start, end) => {
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start);
      last = end;
      found.push(word);
    });
    expect(found).toEqual(words);
  });

  it("are the same in a long text without spaces as in a short one", () => {
    const sentence = "東京都は日本の首都であり天気は晴れです";
    const words = new Set(wordsOf(sentence.repeat(100)));
    for (const word of wordsOf(sentence)) expect(words).toContain(word);
  });

  it("fold case, accents and width, but keep the marks of other scripts", () => {
    expect(["Événements", "STRASSE", "straße", "ｈｅｌｌｏ", "İs", "مُحَمَّد", "が", "กิน"].map(foldWord)).toEqual(
      ["evenements", "strasse", "strasse", "hello", "is", "محمد", "が", "กิน"],
    );
    expect(foldWord("a".repeat(1000))).toHaveLength(64);
  });

  it("have stems with and without accents", async () => {
    const stemmer = await loadStemmer(stemmedLanguage("de-AT"));
    const stems = (word: string): readonly string[] => stemsOf(word, foldWord(word), { tag: "de", stemmer });
    expect(stems("Häuser")).toContain("haus");
    expect(stems("Hauser")).toContain("haus");
    expect(stemmedLanguage("ja-JP")).toBe("");
  });
});

describe("a query", () => {
  it("has words, phrases and excluded words", () => {
    const { terms, phrases, excluded } = parseQuery('Opening "the  hours" -closed -"on sundays" shop');
    expect(terms.map(({ folded, isPrefix }) => [folded, isPrefix])).toEqual([
      ["opening", false],
      ["closed", false],
      ["shop", true],
    ]);
    const folded = (words: readonly (readonly { folded: string }[])[]): string[] =>
      words.map((phrase) => phrase.map((word) => word.folded).join(" "));
    expect(folded(phrases)).toEqual(["the hours"]);
    expect(excluded.map(({ written }) => written)).toEqual(["on sundays"]);
  });

  it.each([
    ["two-part", ["two", "part"]],
    ['a "b', ["a", "b"]],
    ["one ", ["one"]],
    ['"word"', ["word"]],
  ])("%j has plain words", (text, words) => {
    const query = parseQuery(text);
    expect(query.terms.map(({ folded }) => folded)).toEqual(words);
    expect(query.phrases).toEqual([]);
    expect(query.excluded).toEqual([]);
  });

  it.each(["", "   ", "\u200e", "a".repeat(1001), "a ".repeat(65)])("%j is refused", (text) => {
    expect(() => parseQuery(text)).toThrow(/^must /);
  });
});

describe("passages", () => {
  it("begin at headings, with their places", () => {
    const html =
      '<p>Intro<script>x</script></p><h2 id="a">One <a href="#a">#</a></h2><p>1<br>2</p><div><h3><a name="b"></a>Two</h3>3</div>' +
      '<section id="c"><h2>Three</h2></section>';
    expect(htmlSections(html)).toEqual([
      { text: "Intro" },
      { heading: "One", fragment: "a", text: "1\n2" },
      { heading: "Two", fragment: "b", text: "3" },
      { heading: "Three", fragment: "c", text: "" },
    ]);
  });

  it("split long texts between lines, sentences or words, and lose nothing", () => {
    const texts = [
      "Some words here. ".repeat(200),
      "line\n".repeat(500),
      "word ".repeat(600),
      "字".repeat(3000),
    ];
    for (const text of texts) {
      const parts = splitText(text, 800);
      expect(parts.length).toBeGreaterThan(2);
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(1200);
      expect(parts.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
    }
    expect(splitText("short", 800)).toEqual(["short"]);
    expect(splitText(" \n ", 800)).toEqual([]);
  });
});
