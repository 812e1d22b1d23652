import { describe, expect, it } from "vitest";
import { bundleFirstLoad, bundleForBrowsers } from "../bundle_for_browsers.ts";

const create = 'export { createPublicApi } from "../lib/mod.ts";';

/**
 * Bytes of the minified bundle, gzipped: 288 KiB. Search loads later, and the explanations of FAQ extraction. The rules of the extraction do not:
 * the responses with a post run them. The checks of a host's values do not either: every read of a host's post runs them.
 */
const budget = 288 * 1024;

/** Packages and folders that only imports, uploads, Markdown responses, explanations or the documentation need. */
const lazyPackages = ["yaml", "smol-toml", "markdown-it", "saxes", "@valibot/to-json-schema"];
const lazyFolders = ["lib/publishing/html_to_markdown", "lib/faq/explain"];

function lazyPartsOf(inputs: readonly string[]): string[] {
  const isIn = (folder: string): boolean => inputs.some((input) => input.includes(`${folder}/`));
  return [...lazyPackages.filter((name) => isIn(`node_modules/${name}`)), ...lazyFolders.filter(isIn)];
}

describe("the bundle of createPublicApi", () => {
  it("is within its budget, and loads rarely needed parts later", async () => {
    const { bytes, inputs } = await bundleFirstLoad(create);
    console.log(`${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(budget);
    expect(bytes).toBeGreaterThan(budget / 2);
    expect(lazyPartsOf(inputs)).toEqual([]);
  });

  it("contains these parts if nothing is loaded later", async () => {
    const { inputs } = await bundleForBrowsers(create);
    expect(lazyPartsOf(inputs)).toEqual([...lazyPackages, ...lazyFolders]);
  });
});
