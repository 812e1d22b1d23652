import { describe, expect, it } from "vitest";
import { bundleForBrowsers } from "../bundle_for_browsers.ts";

/** Bytes of the minified bundle, gzipped: 4.2 KB. Growth is to be a line in a review. */
const BUDGET = 4200;

function foreign(inputs: string[]): string[] {
  const own = /^(?:<stdin>|lib\/client\/.+|lib\/(?:check_options|invalid_option_error|nearest_word)\.ts)$/;
  return inputs.filter((input) => !own.test(input));
}

describe("the bundle of postern/client", () => {
  it("is within its budget, and has of the rest of the library only the check of options", async () => {
    const { bytes, inputs } = await bundleForBrowsers(
      'export { createClient, PosternError } from "../lib/client/mod.ts";',
    );
    console.log(`${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(BUDGET);
    expect(bytes).toBeGreaterThan(BUDGET / 2);
    expect(inputs).toContain("lib/client/exchange.ts");
    expect(foreign(inputs)).toEqual([]);
  });

  it("would be seen to have something of the rest", async () => {
    const { inputs } = await bundleForBrowsers(
      'export * from "../lib/client/mod.ts"; export { systemClock } from "../lib/clock.ts";',
    );
    expect(foreign(inputs)).toEqual(["lib/clock.ts"]);
  });
});
