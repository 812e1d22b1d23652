import { describe, expect, it } from "vitest";
import { explainFaq, extractFaqEntries } from "../../lib/faq/mod.ts";

describe("closingMarks", () => {
  it.each(
    [
      'Is it "open?"',
      "(What is it?)",
      "“Why?”",
      "„Warum?“",
      "»Hvorfor?«",
      "« Pourquoi ? »",
      "‘Why?’",
      "【何?】",
      "「何?」",
      "[Why (so?)]",
      "<b>Why?</b>”",
    ].map((heading) => [heading, heading.replaceAll(/<\/?b>/g, "")]),
  )("%s is a question", (heading, question) => {
    const html = `<h2>${heading}\u200e</h2><p>So.</p>`;
    expect(extractFaqEntries(html)).toEqual([]);
    expect(extractFaqEntries(html, { closingMarks: true })).toEqual([{ question, answer: "So." }]);
    // Options that need a tree find the same question.
    const sources = ["h4"] as const;
    expect(extractFaqEntries(html, { closingMarks: true, sources })).toHaveLength(1);
    expect(explainFaq(html)[0]).toMatchObject({ isEntry: false, option: { closingMarks: true } });
  });

  it.each(["Why?!", "Why? (a)", "Why?) b", "Why.”", "”"])("%s is none", (heading) => {
    expect(extractFaqEntries(`<h2>${heading}</h2><p>So.</p>`, { closingMarks: true })).toEqual([]);
  });

  it("keeps plain questions", () => {
    const html = "<h2>Why?</h2><p>So.</p>";
    expect(extractFaqEntries(html, { closingMarks: true })).toEqual(extractFaqEntries(html));
  });
});
