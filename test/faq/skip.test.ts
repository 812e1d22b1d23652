import { describe, expect, it } from "vitest";
import { explainFaq, extractFaqEntries, type FaqOptions } from "../../lib/faq/mod.ts";
import { markdownToPost } from "../../lib/import/mod.ts";

const questionsOf = (html: string, options: FaqOptions): string[] =>
  extractFaqEntries(html, options).map(({ question }) => question);

describe("skip", () => {
  it.each<[name: string, item: string | RegExp, html: string]>([
    ["a class", ".no-faq", '<h2 class="a no-faq">Ready to start?</h2><p>a</p>'],
    ["an attribute", "[data-no-faq]", "<h3 data-no-faq>Ready to start?</h3><p>a</p>"],
    ["an attribute in capitals", "[DATA-no-faq]", "<h3 data-no-faq=x>Ready to start?</h3><p>a</p>"],
    [
      "a class around it",
      ".cta",
      '<div class="cta"><section><h3>Ready to start?</h3><p>a</p></section></div>',
    ],
    ["a question", "ready to START?", "<h2>Ready to\u00ad <i>start</i>?</h2><p>a</p>"],
    ["a question that begins with a dot", ".net or Java?", "<h2>.NET or Java?</h2><p>a</p>"],
    ["the beginning of a question", "ready*", "<h2>Ready to start?</h2><p>a</p>"],
    ["a pattern", /start/g, "<h2>Ready to start?</h2><p>a</p>"],
  ])("leaves out %s", (_name, item, html) => {
    const post = `<h2>Why?</h2><p>So.</p>${html}<h2>Who?</h2><p>We.</p>`;
    expect(questionsOf(post, {})).toHaveLength(3);
    // A global pattern keeps a position, so each reading is repeated.
    for (const options of [{}, {}, { bareText: true }, { answerEnd: "sameLevel" as const }]) {
      expect(questionsOf(post, { ...options, skip: [item] })).toEqual(["Why?", "Who?"]);
      expect(extractFaqEntries(post, { ...options, skip: [item] })[0]?.answer).toBe("So.");
    }
    const explained = explainFaq(post, { skip: [item] }).filter(({ isEntry }) => !isEntry);
    expect(explained).toEqual([
      expect.objectContaining({ reason: "An item of the option skip leaves it out." }),
    ]);
  });

  it("leaves out a summary by the class of its details", () => {
    const html = '<details class="no-faq"><summary>Why?</summary>a</details>';
    const sources = ["details"] as const;
    expect(questionsOf(html, { sources })).toEqual(["Why?"]);
    expect(questionsOf(html, { sources, skip: [".no-faq"] })).toEqual([]);
  });

  it("does not count towards maxEntries", () => {
    const html = "<h2>Why?</h2><p>So.</p><h2>Who?</h2><p>We.</p>";
    expect(questionsOf(html, { skip: ["Why?"], maxEntries: 1 })).toEqual(["Who?"]);
  });

  it("gives a pattern at most 1,000 characters", () => {
    const html = `<h2>${"a ".repeat(600)}b?</h2><p>So.</p>`;
    expect(questionsOf(html, { skip: [/b/] })).toHaveLength(1);
  });

  it("reads the class {.no-faq} of a heading in Markdown", () => {
    const { html = "" } = markdownToPost(
      "# A\n\n## Why? {#why .no-faq .wide}\n\nSo.\n\n## Who? {.wide}\n\nWe.\n",
      "file",
    );
    expect(html).toContain('<h2 id="why" class="no-faq">Why?</h2>');
    expect(html).not.toContain("wide");
    expect(questionsOf(html, { skip: [".no-faq"] })).toEqual(["Who?"]);
  });
});
