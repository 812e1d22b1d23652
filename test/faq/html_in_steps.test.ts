import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faqEntrySteps } from "../../lib/faq/extract_faq_entries.ts";
import { htmlSections, htmlSectionSteps } from "../../lib/faq/html_sections.ts";
import { textSteps } from "../../lib/faq/html_to_text.ts";
import { extractFaqEntries, type FaqOptions, htmlToText } from "../../lib/faq/mod.ts";
import { runStepsSync } from "../../lib/base/yielding.ts";
import { randomHtml } from "./_random_html.ts";

/** Number of characters that a step parses. */
const chunk = 8192;

function stepsOf<Result>(steps: Generator<void, Result>): number {
  let count = 1;
  while (steps.next().done !== true) count++;
  return count;
}

describe("HTML in steps", () => {
  it("has the same text, sections and FAQ entries, wherever a step ends", () => {
    const cut = fc.tuple(randomHtml, fc.nat({ max: 200 }));
    fc.assert(
      fc.property(cut, ([html, at]) => {
        const long = `<p>${"word ".repeat(chunk / 5)}`.slice(0, chunk - at) + html;
        expect(runStepsSync(htmlSectionSteps(long))).toEqual(htmlSections(long));
        expect(runStepsSync(textSteps(long))).toBe(htmlToText(long));
        const options = { unwrapHeadings: true };
        expect(runStepsSync(faqEntrySteps(long, options))).toEqual(extractFaqEntries(long, options));
      }),
      { numRuns: 300 },
    );
  });

  it("discards a tree that outgrows its source", () => {
    const html = Array.from({ length: 3000 }, (_, index) => `<p><b a${index}>x`).join("");
    expect(runStepsSync(htmlSectionSteps(html))).toEqual(htmlSections(html));
  });

  it("has a step for every 8,192 characters and every 2,000 nodes", () => {
    const html = "<b>".repeat(100_000);
    const nodes = 100_000;
    expect(stepsOf(htmlSectionSteps(html))).toBeGreaterThanOrEqual(html.length / chunk + nodes / 2000);
    expect(stepsOf(textSteps(html))).toBeGreaterThanOrEqual(html.length / chunk);
    // An unknown element needs a tree.
    expect(stepsOf(faqEntrySteps(`<h2>Is it?</h2>${html}`))).toBeGreaterThanOrEqual(html.length / chunk);
  });

  it.each([
    ["a source", { sources: ["h4"] }],
    ["cleaned pages", { clean: true }],
    ["answers up to the same level", { answerEnd: "sameLevel" }],
  ] satisfies [string, FaqOptions][])("has a step for every 64 questions with %s", (_name, options) => {
    const html = Array.from({ length: 640 }, (_, index) => `<h2>Is it ${index}?</h2><p>Yes.</p>`).join("");
    const all = { ...options, maxEntries: 640 };
    const steps = stepsOf(faqEntrySteps(html, all));
    expect(steps).toBeGreaterThanOrEqual(html.length / chunk + 640 / 64);
    expect(runStepsSync(faqEntrySteps(html, all))).toEqual(extractFaqEntries(html, all));
  });
});
