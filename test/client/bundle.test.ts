import { describe, expect, it } from "vitest";
import { bundleForBrowsers } from "../bundle_for_browsers.ts";

/** Maximum bytes of the minified and gzipped bundle, which is 5.6 KB. A change of the limit shows growth in reviews. */
const BUDGET = 5_900;

function foreign(inputs: string[]): string[] {
  const own =
    /^(?:<stdin>|lib\/api\/client\/.+|lib\/base\/(?:input\/check_options|text\/echoed|input\/invalid_option_error|text\/nearest_word|api_address|time\/sleep|text\/well_formed|time\/http_date)\.ts)$/;
  return inputs.filter((input) => !own.test(input));
}

describe("the bundle of postern/client", () => {
  it("is within its budget, and contains only small parts of the rest of the library", async () => {
    const { bytes, inputs } = await bundleForBrowsers(
      'export { createClient, PosternError } from "../lib/api/client/mod.ts";',
    );
    console.log(`${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(BUDGET);
    expect(bytes).toBeGreaterThan(BUDGET / 2);
    expect(inputs).toContain("lib/api/client/exchange.ts");
    expect(foreign(inputs)).toEqual([]);
  });

  it("contains other parts of the library if they are imported", async () => {
    const { inputs } = await bundleForBrowsers(
      'export * from "../lib/api/client/mod.ts"; export { systemClock } from "../lib/base/time/clock.ts";',
    );
    expect(foreign(inputs)).toEqual(["lib/base/time/clock.ts"]);
  });
});
