import { describe, expect, it } from "vitest";
import { bundleFirstLoad, bundleForBrowsers } from "../bundle_for_browsers.ts";

const create = 'export { createPublicApi } from "../lib/mod.ts";';

/** Bytes of the minified bundle, gzipped: 204 KiB. */
const budget = 204 * 1024;

/** Packages that only imports, uploads, Markdown responses or the documentation need. */
const lazyPackages = ["yaml", "smol-toml", "markdown-it", "@mdream/js", "saxes", "@valibot/to-json-schema"];

function packagesOf(inputs: readonly string[]): string[] {
  return lazyPackages.filter((name) => inputs.some((input) => input.includes(`node_modules/${name}/`)));
}

describe("the bundle of createPublicApi", () => {
  it("is within its budget, and loads rarely needed packages later", async () => {
    const { bytes, inputs } = await bundleFirstLoad(create);
    console.log(`${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(budget);
    expect(bytes).toBeGreaterThan(budget / 2);
    expect(packagesOf(inputs)).toEqual([]);
  });

  it("contains these packages if nothing is loaded later", async () => {
    const { inputs } = await bundleForBrowsers(create);
    expect(packagesOf(inputs)).toEqual(lazyPackages);
  });
});
