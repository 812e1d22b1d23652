import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CORPUS, corpusPages, html5libCases } from "./_corpus.ts";
import { OPTIONS, TREE_OPTIONS } from "./_difference.ts";
import { brokenProperty, documentDifference, outlineDifference } from "./_option_difference.ts";
import { randomPost } from "./_random_blocks.ts";
import { anyOptions, scannedOptions } from "./_random_options.ts";

/** Returns documents with a markup in an answer of bare text, in a title and in a panel. */
function settingsFor(markup: string): string[] {
  return [
    `<h2>Why?</h2>a${markup}b`,
    `<details><summary>${markup}?</summary>${markup}</details><p>a`,
    `<p class="schema-faq-question">Why?</p><div class="schema-faq-answer">${markup}<dl><dt>Who?<dd>${markup}`,
  ];
}

/** Returns the failures of a document with every set of options. */
function failures(html: string): string[] {
  return [
    ...OPTIONS.map((options) => outlineDifference(html, options)),
    ...TREE_OPTIONS.map((options) => brokenProperty(html, options)),
  ].filter((failure) => failure !== undefined);
}

describe.skipIf(CORPUS === undefined)("on the cases of html5lib", () => {
  const cases = CORPUS === undefined ? [] : [...html5libCases(CORPUS)];
  it.each(cases)("%s", (_file, inputs) => {
    expect(inputs.flatMap(settingsFor).flatMap(failures)).toEqual([]);
  });
});

describe.skipIf(CORPUS === undefined)("on real pages", () => {
  it.each(CORPUS === undefined ? [] : corpusPages(CORPUS))("$name", ({ html }) => {
    expect(failures(html)).toEqual([]);
  });
});

describe("on random documents", () => {
  it("the outline gives the entries of the tree", () => {
    fc.assert(
      fc.property(randomPost, scannedOptions, (html, options) => {
        expect(outlineDifference(html, options)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  it("the entries have the properties of the options", () => {
    fc.assert(
      fc.property(randomPost, anyOptions, (html, options) => {
        expect(brokenProperty(html, options)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it("a document has the entries of its HTML", () => {
    fc.assert(
      fc.property(randomPost, anyOptions, (html, options) => {
        expect(documentDifference(html, options)).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});
