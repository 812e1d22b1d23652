import { describe, expect, it } from "vitest";
import {
  explainFaq,
  extractFaqEntries,
  type FaqExplanation,
  FaqInputTooLargeError,
  type FaqOptions,
} from "../../lib/faq/mod.ts";

/** Explains the only title of a document. */
function explain(html: string, options?: FaqOptions): FaqExplanation {
  const [explanation, ...others] = explainFaq(html, options);
  expect(others).toEqual([]);
  if (explanation === undefined) throw new Error("Cannot explain the HTML: it has no near-question");
  return explanation;
}

describe("explainFaq", () => {
  it("reports an entry", () => {
    expect(explain("<h2>Why so?</h2><p>It is so.</p>")).toEqual({
      text: "Why so?",
      element: "h2",
      isEntry: true,
      reason: "It is an entry.",
    });
  });

  it.each<[html: string, element: string, reason: string, option: FaqOptions]>([
    ["<h4>Why?</h4><p>So.</p>", "h4", 'the source "h4"', { sources: ["h4"] }],
    ["<details><summary>Why?</summary>So.</details>", "summary", "details", { sources: ["details"] }],
    ["<dl><dt>Why?</dt><dd>So.</dd></dl>", "dt", '"dt"', { sources: ["dt"] }],
    ["<p><b>Why?</b></p><p>So.</p>", "p", '"bold"', { sources: ["bold"] }],
    [
      '<strong class="schema-faq-question">Why?</strong><p class="schema-faq-answer">So.</p>',
      "strong.schema-faq-question",
      '"yoast"',
      { sources: ["yoast"] },
    ],
    ["<h2>なぜ？</h2><p>So.</p>", "h2", 'ends with "？"', { questionMarks: ["?", "？"] }],
    ["<h2>Γιατί;</h2><p>So.</p>", "h2", 'ends with ";"', { questionMarks: ["?", ";"] }],
    ["<h2>Ինչո՞ւ</h2><p>So.</p>", "h2", "Armenian", { language: "hy" }],
    ["<h2>Why?!</h2><p>So.</p>", "h2", '"!" follows the question mark', { questionMarks: ["?", "?!"] }],
    ["<h2>(Why?)</h2><p>So.</p>", "h2", "Quotes or brackets follow", { closingMarks: true }],
    [
      '<h2>Why?<a href="#why">Permalink</a></h2><p>So.</p>',
      "h2",
      "A permalink, a footnote mark",
      { headingText: "visible" },
    ],
    ["<h2>Why?</h2>So.", "h2", "bare text", { bareText: true }],
    ["<div><h2>Why?</h2></div><p>So.</p>", "h2", "wrapper", { unwrapHeadings: true }],
    ["<div><h2>Why?</h2></div>So.", "h2", "wrapper", { bareText: true, unwrapHeadings: true }],
    ["<h4>Why?</h4>So.", "h4", '"h4". The text after it', { sources: ["h4"], bareText: true }],
    [
      "<h4>なぜ？</h4><p>So.</p>",
      "h4",
      '"h4". It ends with',
      { sources: ["h4"], questionMarks: ["?", "？"] },
    ],
  ])("suggests the option that brings in %s", (html, element, reason, option) => {
    const explanation = explain(html);
    expect(explanation).toMatchObject({ element, isEntry: false, option });
    expect(explanation.reason).toContain(reason);
    expect(extractFaqEntries(html)).toEqual([]);
    expect(extractFaqEntries(html, option)).toHaveLength(1);
    expect(explain(html, option)).toMatchObject({ element, isEntry: true });
  });

  it.each([
    ["an h1", "<h1>Why?</h1><p>So.</p>", "h1 is never a question"],
    ["an h5 in no answer", "<h5>Why?</h5><p>So.</p>", "h5 is never a question"],
    ["a text after the mark", "<h2>Why? A story</h2><p>So.</p>", '"A story" follows the question mark'],
    ["a question without a mark", "<h2>How do I start</h2><p>So.</p>", "has no question mark"],
    ["a hidden heading", "<h2 hidden>Why?</h2><p>So.</p>", "hidden"],
    ["a hidden wrapper", "<div hidden><h2>Why?</h2><p>So.</p></div>", "hidden"],
    ["no answer", "<h2>Why?</h2>", "No answer follows it"],
  ])("has no option for %s", (_name, html, reason) => {
    const explanation = explain(html);
    expect(explanation.isEntry).toBe(false);
    expect(explanation.reason).toContain(reason);
    expect(explanation).not.toHaveProperty("option");
  });

  it("reports a repeated question", () => {
    const [, second] = explainFaq("<h2>Why?</h2><p>a</p><h3>WHY?</h3><p>b</p>");
    expect(second).toMatchObject({ isEntry: false, reason: "The same question is already an entry." });
  });

  it("reports maxEntries and suggests the number needed", () => {
    const html = "<h2>A?</h2><p>a</p><h2>B?</h2><p>b</p><h2>C?</h2><p>c</p>";
    const explanations = explainFaq(html, { maxEntries: 1 });
    expect(explanations.map(({ isEntry }) => isEntry)).toEqual([true, false, false]);
    expect(explanations[2]).toMatchObject({ option: { maxEntries: 3 } });
    expect(explanations[2]?.reason).toContain("maxEntries");
  });

  it("keeps the current options in addition to the suggested options", () => {
    const explanation = explain("<h4>Why?</h4><p>So.</p>", { sources: ["dt"] });
    expect(explanation.option).toEqual({ sources: ["dt", "h4"] });
  });

  it("ignores headings that are not like questions", () => {
    expect(explainFaq("<h2>Setup</h2><p>So?</p><h4>Notes</h4><p>It works.</p>")).toEqual([]);
  });

  it("finds the entry inside a title of a disabled source", () => {
    const html = "<dl><dt><h3>Why?</h3><p>So.</p></dt></dl>";
    expect(explain(html)).toMatchObject({ element: "h3", isEntry: true });
  });

  it("tries at most ten option sets", () => {
    const sources = Array.from("abcdefghijklmnop").map((name) => `<h2>Q${name}?${name}${name}</h2><p>a</p>`);
    const tails = Array.from("!).:,;-/|*+~^=").map((tail) => `<h2>Q${tail}?${tail}</h2><p>a</p>`);
    const explanations = explainFaq([...sources, ...tails].join(""));
    expect(explanations).toHaveLength(sources.length + tails.length);
    expect(explanations.filter(({ option }) => option !== undefined)).toHaveLength(10);
  });

  it("checks its arguments", () => {
    expect(() => explainFaq("<p>", { maxInputLength: 1 })).toThrow(FaqInputTooLargeError);
    expect(() => explainFaq(5 as unknown as string)).toThrow(
      "explainFaq expects HTML as a string, but got 5",
    );
  });
});
