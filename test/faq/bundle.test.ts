import { describe, expect, it } from "vitest";
import { bundleForBrowsers } from "../bundle_for_browsers.ts";

/** Bytes of the minified bundle, gzipped. Growth is to be a line in a review. */
const BUDGET = 64_000;
/** The same for the variant that reads documents. */
const BUDGET_FOR_DOCUMENTS = 2560;
/** The same for the variant that reads documents by all options. */
const BUDGET_FOR_ALL_OPTIONS = 9000;

/** Returns the files that the extractor may not import: lib/ but its folder and a helper, packages but its parser's. */
function foreign(inputs: string[]): string[] {
  const own = /^(?:<stdin>|lib\/faq\/.+|lib\/nearest_word\.ts|node_modules\/(?:parse5|entities)\/.+)$/;
  return inputs.filter((input) => !own.test(input));
}

describe("the bundle of postern/faq", () => {
  it("is within its budget, and has nothing of the server", async () => {
    const { bytes, inputs } = await bundleForBrowsers(
      'import * as faq from "../lib/faq/mod.ts"; console.log(faq);',
    );
    console.log(`${bytes} bytes`);
    expect(bytes).toBeLessThan(BUDGET);
    expect(bytes).toBeGreaterThan(BUDGET / 2);
    expect(inputs).toContain("lib/faq/tree.ts");
    expect(foreign(inputs)).toEqual([]);
  });

  it("is without the parser where a document is at hand", async () => {
    const { bytes, inputs } = await bundleForBrowsers(
      'import { extractFaqEntriesFromDocument as f } from "../lib/faq/mod.ts"; console.log(f);',
    );
    console.log(`${bytes} bytes for documents`);
    expect(bytes).toBeLessThan(BUDGET_FOR_DOCUMENTS);
    expect(foreign(inputs)).toEqual([]);
  });

  it("is without the parser where a document is read by all options", async () => {
    const { bytes, inputs } = await bundleForBrowsers(
      'import { extractPublishableFaqEntriesFromDocument as f } from "../lib/faq/mod.ts"; console.log(f);',
    );
    console.log(`${bytes} bytes for documents by all options`);
    expect(bytes).toBeLessThan(BUDGET_FOR_ALL_OPTIONS);
    expect(foreign(inputs)).toEqual([]);
  });

  it("would be seen to have something of the server", async () => {
    const { inputs } = await bundleForBrowsers(
      'import * as v from "valibot"; import * as faq from "../lib/faq/mod.ts"; console.log(faq, v.parse);',
    );
    expect(foreign(inputs)).not.toEqual([]);
  });
});
