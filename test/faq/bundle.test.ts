import { describe, expect, it } from "vitest";
import { bundleForBrowsers } from "../bundle_for_browsers.ts";

/** Maximum size of the minified and gzipped bundle in bytes. Any growth must be visible in a review. */
const BUDGET = 79_500;
/** Maximum size in bytes of the variant that reads documents. */
const BUDGET_FOR_DOCUMENTS = 3300;
/** Maximum size in bytes of the variant that reads documents with all options. */
const BUDGET_FOR_ALL_OPTIONS = 18_000;

/** Returns the forbidden imports: files outside the extractor's folder and its shared modules, and packages except its parser. */
function foreign(inputs: string[]): string[] {
  const own =
    /^(?:<stdin>|lib\/faq\/.+|lib\/base\/(?:yielding|text\/nearest_word|text\/format_characters|text\/tokenize_in_steps|text\/well_formed)\.ts|node_modules\/(?:parse5|entities)\/.+)$/;
  return inputs.filter((input) => !own.test(input));
}

describe("the bundle of postern/faq", () => {
  it("is within its budget and contains no server code", async () => {
    const { bytes, inputs } = await bundleForBrowsers(
      'import * as faq from "../lib/faq/mod.ts"; console.log(faq);',
    );
    console.log(`${bytes} bytes`);
    expect(bytes).toBeLessThan(BUDGET);
    expect(bytes).toBeGreaterThan(BUDGET / 2);
    expect(inputs).toContain("lib/faq/tree.ts");
    expect(foreign(inputs)).toEqual([]);
  });

  it("omits the parser in the variant for documents", async () => {
    const { bytes, inputs } = await bundleForBrowsers(
      'import { extractFaqEntriesFromDocument as f } from "../lib/faq/mod.ts"; console.log(f);',
    );
    console.log(`${bytes} bytes for documents`);
    expect(bytes).toBeLessThan(BUDGET_FOR_DOCUMENTS);
    expect(foreign(inputs)).toEqual([]);
  });

  it("omits the parser in the variant for documents with all options", async () => {
    const { bytes, inputs } = await bundleForBrowsers(
      'import { extractPublishableFaqEntriesFromDocument as f } from "../lib/faq/mod.ts"; console.log(f);',
    );
    console.log(`${bytes} bytes for documents with all options`);
    expect(bytes).toBeLessThan(BUDGET_FOR_ALL_OPTIONS);
    expect(foreign(inputs)).toEqual([]);
  });

  it("is checked by a test that detects server code", async () => {
    const { inputs } = await bundleForBrowsers(
      'import * as v from "valibot"; import * as faq from "../lib/faq/mod.ts"; console.log(faq, v.parse);',
    );
    expect(foreign(inputs)).not.toEqual([]);
  });
});
