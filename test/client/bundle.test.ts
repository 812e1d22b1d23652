import { describe, expect, it } from "vitest";
import { bundleForBrowsers } from "../bundle_for_browsers.ts";

/** Bytes of the minified bundle, gzipped: 3.5 KB. Growth is to be a line in a review. */
const BUDGET = 3584;

function foreign(inputs: string[]): string[] {
  return inputs.filter((input) => !/^(?:<stdin>|lib\/client\/.+)$/.test(input));
}

describe("the bundle of postern/client", () => {
  it("is within its budget, and has nothing of the rest of the library", async () => {
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
