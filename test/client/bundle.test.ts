import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

/** Bytes of the minified bundle, gzipped: 3.5 KB. Growth is to be a line in a review. */
const BUDGET = 3584;

/** Bundles a module that says this. Answers its size and the files in it. */
async function bundle(contents: string): Promise<{ bytes: number; inputs: string[] }> {
  const result = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    metafile: true,
    write: false,
  });
  const [output] = result.outputFiles;
  return { bytes: gzipSync(output?.contents ?? "").length, inputs: Object.keys(result.metafile.inputs) };
}

function foreign(inputs: string[]): string[] {
  return inputs.filter((input) => !/^(?:<stdin>|lib\/client\/.+)$/.test(input));
}

describe("the bundle of postern/client", () => {
  it("is within its budget, and has nothing of the rest of the library", async () => {
    const { bytes, inputs } = await bundle(
      'export { createClient, PosternError } from "../../lib/client/mod.ts";',
    );
    console.log(`${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(BUDGET);
    expect(bytes).toBeGreaterThan(BUDGET / 2);
    expect(inputs).toContain("lib/client/exchange.ts");
    expect(foreign(inputs)).toEqual([]);
  });

  it("would be seen to have something of the rest", async () => {
    const { inputs } = await bundle(
      'export * from "../../lib/client/mod.ts"; export { systemClock } from "../../lib/clock.ts";',
    );
    expect(foreign(inputs)).toEqual(["lib/clock.ts"]);
  });
});
