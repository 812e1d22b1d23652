import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { extractFaqEntries, FAQ_SOURCES, type FaqOptions, type FaqSource } from "../../lib/faq/mod.ts";

/** Two questions in each source's markup, "Is it fast?" and "Is it exact?", and text outside of the answers. */
const FIXTURES = FAQ_SOURCES.map((source): [FaqSource, string] => [
  source,
  readFileSync(`test/fixtures/faq_sources/${source}.html`, "utf8"),
]);

const PAIRS = [
  { question: "Is it fast?", answer: "It reads once." },
  { question: "Is it exact?", answer: "As a browser." },
];

describe("sources", () => {
  it.each(FIXTURES)("%s", (source, html) => {
    expect(extractFaqEntries(html)).toEqual([]);
    expect(extractFaqEntries(html, { sources: [source] })).toEqual(PAIRS);
  });

  it.each(FIXTURES)("%s, without repetitions if all sources are enabled", (_source, html) => {
    const entries = extractFaqEntries(html, { sources: FAQ_SOURCES });
    expect(entries.slice(0, 2).map(({ question }) => question)).toEqual(["Is it fast?", "Is it exact?"]);
    expect(entries[0]).toEqual(PAIRS[0]);
  });

  it.each(FIXTURES)("%s ends the answer of a heading before it", (source, html) => {
    const [first] = extractFaqEntries(`<h2>Why?</h2><p>So.</p>${html}`, { sources: [source] });
    expect(first).toEqual({ question: "Why?", answer: "So." });
  });
});

describe("questions and answers of sources", () => {
  it.each<[name: string, html: string, sources: FaqSource[], answers: Record<string, string>]>([
    [
      "a title without a mark is not a question",
      "<details><summary>More</summary>a</details>",
      ["details"],
      {},
    ],
    [
      "text in a summary after the heading",
      "<details><summary><h3>Why?</h3> Really?</summary>a</details>",
      ["details"],
      { "Why?\nReally?": "a" },
    ],
    [
      "a heading within details is part of the answer",
      "<details><summary>Why?</summary><h4>Step</h4><p>a</p></details>",
      ["details"],
      { "Why?": "Step\na" },
    ],
    [
      "a question within details ends the answer",
      "<details><summary>Why?</summary>a<details><summary>Who?</summary>b</details>c</details>",
      ["details"],
      { "Why?": "a", "Who?": "b" },
    ],
    [
      "a nested summary that is not a question is part of the answer",
      "<details><summary>Why?</summary>a<details><summary>More</summary>b</details></details>",
      ["details"],
      { "Why?": "a\nMore\nb" },
    ],
    ["a summary outside of details", "<summary>Why?</summary><p>a</p>", ["details"], {}],
    [
      "several dd, and a dt that is not a question",
      "<dl><dt>Why?<dd>a<dd>b<dt>Note<dd>c</dl>",
      ["dt"],
      { "Why?": "a\nb" },
    ],
    ["two dt with one dd: the second is answered", "<dl><dt>Why?<dt>Who?<dd>a</dl>", ["dt"], { "Who?": "a" }],
    [
      "a list in a definition",
      "<dl><dt>Why?<dd>a<dl><dt>Who?<dd>b</dl></dl>",
      ["dt"],
      { "Why?": "a", "Who?": "b" },
    ],
    ["a paragraph with more than bold text", "<p><b>Why?</b> a</p><p>b</p>", ["bold"], {}],
    ["a bold paragraph that is not a question", "<p><b>Note</b></p><p>b</p>", ["bold"], {}],
    [
      "a bold paragraph ends the answer of a heading",
      "<h2>Why?</h2><p>a</p><p><b>Who?</b></p><p>b</p>",
      ["bold"],
      { "Why?": "a", "Who?": "b" },
    ],
    ["a title without a panel", '<strong class="schema-faq-question">Why?</strong><p>a</p>', ["yoast"], {}],
    [
      "a panel after another title",
      '<b class="schema-faq-question">Why?</b><b class="schema-faq-question">Who?</b><p class="schema-faq-answer">a</p>',
      ["yoast"],
      { "Who?": "a" },
    ],
    [
      "a heading with a title's class, but without a panel, is a heading",
      '<h3 class="rank-math-question">Why?</h3><p>a</p>',
      ["rank-math"],
      { "Why?": "a" },
    ],
    [
      "the same question by two sources",
      "<h2>Why?</h2><p>a</p><details><summary>why?</summary>b</details>",
      ["details"],
      { "Why?": "a" },
    ],
    [
      "document order",
      "<details><summary>A?</summary>a</details><h2>B?</h2><p>b</p><dl><dt>C?<dd>c</dl>",
      ["dt", "details"],
      { "A?": "a", "B?": "b", "C?": "c" },
    ],
  ])("%s", (_name, html, sources, answers) => {
    const expected = Object.entries(answers).map(([question, answer]) => ({ question, answer }));
    expect(extractFaqEntries(html, { sources })).toEqual(expected);
  });

  it("also unwraps bold paragraphs", () => {
    const options: FaqOptions = { sources: ["bold"], unwrapHeadings: true };
    const entries = extractFaqEntries("<div><p><b>Why?</b></p></div><p>a</p>", options);
    expect(entries).toEqual([{ question: "Why?", answer: "a" }]);
  });
});
