import { describe, expect, it } from "vitest";
import { explainFaq, extractFaqEntries, type FaqOptions } from "../../lib/faq/mod.ts";

const OPTIONS: FaqOptions = { answerEnd: "sameLevel" };

/** Returns questions and answers by question. */
function answers(html: string, options: FaqOptions): Record<string, string> {
  return Object.fromEntries(
    extractFaqEntries(html, options).map(({ question, answer }) => [question, answer]),
  );
}

describe('answerEnd: "sameLevel"', () => {
  it.each<[name: string, html: string, expected: Record<string, string>, options?: FaqOptions]>([
    ["deeper headings are lines", "<h2>Why?</h2><p>a:</p><h3>B</h3><p>c</p>", { "Why?": "a:\nB\nc" }],
    ["an answer that begins with one", "<h2>Why?</h2><h4>B</h4><p>c</p>", { "Why?": "B\nc" }],
    ["the same level ends it", "<h3>Why?</h3><p>a</p><h3>B</h3><p>c</p>", { "Why?": "a" }],
    ["a higher level ends it", "<h3>Why?</h3><p>a</p><h4>B</h4><p>c</p><h2>D</h2>e", { "Why?": "a\nB\nc" }],
    [
      "a deeper question ends it",
      "<h2>Why?</h2><p>a</p><h3>Who?</h3><p>b</p><h4>C</h4><p>d</p>",
      { "Why?": "a", "Who?": "b\nC\nd" },
    ],
    [
      "a deeper heading with a mark is no question at this level",
      "<h2>Why?</h2><h4>So?</h4><p>a</p>",
      { "Why?": "So?\na" },
    ],
    [
      "a question of a source ends it",
      "<h2>Why?</h2><h3>B</h3><p>c</p><h4>So?</h4><p>a</p>",
      { "Why?": "B\nc", "So?": "a" },
      { sources: ["h4"] },
    ],
    [
      "headings in siblings",
      "<h2>Why?</h2><div><h3>B</h3><p>c</p></div><p>d</p><section><h2>E</h2><p>f</p></section>",
      { "Why?": "B\nc\nd" },
    ],
    [
      "bold questions end at every heading",
      "<p><b>Why?</b></p><p>a</p><h6>B</h6><p>c</p>",
      { "Why?": "a" },
      { sources: ["bold"] },
    ],
    [
      "unwrapped headings",
      "<div><h2>Why?</h2></div><p>a</p><div><h3>B</h3></div><p>c</p><div><h2>D</h2></div>",
      { "Why?": "a\nB\nc" },
      { unwrapHeadings: true },
    ],
  ])("%s", (_name, html, expected, options = {}) => {
    expect(answers(html, { ...options, ...OPTIONS })).toEqual(expected);
  });

  it("keeps the headings in HTML", () => {
    const [entry] = extractFaqEntries("<h2>Why?</h2><h3>B</h3><p>c</p>", {
      ...OPTIONS,
      answerFormat: "html",
    });
    expect(entry?.answerHtml).toBe("<h3>B</h3><p>c</p>");
  });

  it("is suggested for a question that is followed by a deeper heading", () => {
    const html = "<h2>Why?</h2><h3>B</h3><p>c</p>";
    expect(explainFaq(html)[0]).toMatchObject({ isEntry: false, option: OPTIONS });
    expect(explainFaq(html, OPTIONS)[0]).toMatchObject({ isEntry: true });
  });
});
