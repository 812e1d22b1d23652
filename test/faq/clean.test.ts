import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faqEntrySteps } from "../../lib/faq/extract_faq_entries.ts";
import { explainFaq, extractFaqEntries, type FaqEntry, type FaqFindingCode } from "../../lib/faq/mod.ts";
import { runStepsSync } from "../../lib/base/yielding.ts";
import { CONTENT, PAGE_PARTS } from "./_page_parts.ts";
import { randomPost } from "./_random_blocks.ts";

function clean(html: string): FaqEntry[] {
  return extractFaqEntries(html, { clean: true });
}

function codesOf(html: string, options = {}): FaqFindingCode[] {
  return explainFaq(html, options).flatMap(({ findings = [] }) => findings.map(({ code }) => code));
}

const TEX = '<annotation encoding="application/x-tex">E=m</annotation>';
const MATHML = `<math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow>${TEX}</semantics></math>`;

describe("clean", () => {
  it.each(PAGE_PARTS)("leaves out %s of %s, which the explanation finds", (code, _template, part) => {
    const html = `<h2>How fast is it?</h2><p>It takes ten seconds.</p>${part}<p>Not more than that.</p>`;
    const expected = "It takes ten seconds.\nNot more than that.";
    expect(codesOf(html)).toContain(code);
    expect(clean(html)).toEqual([{ question: "How fast is it?", answer: expected }]);
    expect(codesOf(html, { clean: true })).toEqual([]);
    expect(extractFaqEntries(html)[0]?.answer).not.toBe(expected);
  });

  it.each(CONTENT)("keeps %s", (_name, part) => {
    const html = `<details><summary>How fast is it?</summary><p>It takes ten seconds.</p>${part}</details>`;
    const whole = extractFaqEntries(html, { sources: ["details"] });
    expect(whole).toHaveLength(1);
    expect(extractFaqEntries(html, { sources: ["details"], clean: true })).toEqual(whole);
  });

  it.each([
    ["KaTeX", `<span class="katex"><span class="katex-mathml">${MATHML}</span><span class="katex-html" aria-hidden="true">E=m</span></span>`, "E=m"],
    ["MathJax 2", `<span class="MathJax_CHTML">E=m<span class="MJX_Assistive_MathML">${MATHML.replace(TEX, "")}</span></span>`, "E=m"],
    ["MathJax 3", `<mjx-container><mjx-math>E=m</mjx-math><mjx-assistive-mml>${MATHML}</mjx-assistive-mml></mjx-container>`, "E=m"],
    ["MediaWiki", `<span class="mwe-math-element"><span class="mwe-math-mathml-inline">${MATHML}</span></span>`, "E=m"],
    ["MathML", MATHML.replace("E=m<", "E = m<"), "E = m"],
  ])("writes a formula of %s once", (_name, formula, text) => {
    const html = `<h2>What is the energy?</h2><p>It is ${formula} by the book.</p>`;
    expect(clean(html)[0]?.answer).toBe(`It is ${text} by the book.`);
    expect(codesOf(html)).toEqual(["repeated-formula"]);
    expect(codesOf(html, { clean: true })).toEqual([]);
  }); // oxfmt-ignore

  it.each([
    ["MediaWiki 1.43", '<div class="mw-heading"><h2>Why so?</h2><span class="mw-editsection">[edit]</span></div><p>So.</p>'],
    ["MediaWiki 1.42", '<h2><span class="mw-headline">Why so?</span><span class="mw-editsection">[edit]</span></h2><p>So.</p>'],
    ["a button that is a heading's whole text", "<h2><button>Why so?</button></h2><p>So.</p>"],
    ["an icon in a heading", '<h2>Why so?<i class="material-icons">expand_more</i></h2><p>So.</p>'],
  ])("finds the question of %s", (_name, html) => {
    expect(clean(html)).toEqual([{ question: "Why so?", answer: "So." }]);
  }); // oxfmt-ignore

  it("is suggested for a heading with an edit link", () => {
    const [explanation] = explainFaq("<h2>Why so?<span>[edit]</span></h2><p>So.</p>");
    expect(explanation).toMatchObject({ isEntry: false, option: { clean: true } });
  });

  it("leaves out an entry of page parts only, and cleans the HTML of answers", () => {
    expect(clean("<h2>Why so?</h2><nav>More</nav>")).toEqual([]);
    const html = "<h2>Why so?</h2><p>So.<button>Copy</button></p>";
    expect(extractFaqEntries(html, { clean: true, answerFormat: "html" })).toEqual([
      { question: "Why so?", answer: "So.", answerHtml: "<p>So.</p>" },
    ]);
  });

  it("gives the same entries in steps", () => {
    fc.assert(
      fc.property(randomPost, fc.nat({ max: 200 }), (html, at) => {
        const long = `<p>${"word ".repeat(1700)}`.slice(0, 8192 - at) + html;
        expect(runStepsSync(faqEntrySteps(long, { clean: true }))).toEqual(clean(long));
      }),
      { numRuns: 200 },
    );
  });
});
