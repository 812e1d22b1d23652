import { build } from "esbuild";
import { describe, expect, it } from "vitest";

/** Maximum bytes of the minified entry without React. It is 1.3 KB. */
const BUDGET = 1440;

async function bundle(contents: string): Promise<{ bytes: number; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    external: ["react"],
    metafile: true,
    write: false,
  });
  return { bytes: outputFiles[0]?.contents.length ?? 0, inputs: Object.keys(metafile.inputs) };
}

function foreign(inputs: string[]): string[] {
  const own =
    /^(?:<stdin>|lib\/publishing\/react\/.+|lib\/base\/text\/well_formed\.ts|lib\/publishing\/structured_data\/(?:heading_level|json_ld_text)\.ts)$/;
  return inputs.filter((input) => !own.test(input));
}

describe("the bundle of postern/react", () => {
  it("is within its budget, and contains nothing else of the library", async () => {
    const { bytes, inputs } = await bundle('export * from "../../lib/publishing/react/mod.ts";');
    console.log(`${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(BUDGET);
    expect(bytes).toBeGreaterThan(BUDGET / 2);
    expect(foreign(inputs)).toEqual(["lib/base/input/invalid_option_error.ts"]);
  });

  it("contains other parts of the library if they are imported", async () => {
    const { inputs } = await bundle(
      'export * from "../../lib/publishing/react/mod.ts"; export { systemClock } from "../../lib/base/time/clock.ts";',
    );
    expect(foreign(inputs)).toContain("lib/base/time/clock.ts");
  });
});
