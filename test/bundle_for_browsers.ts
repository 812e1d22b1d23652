import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Bundles a module that says this, as pages have it; it imports from the folder of the tests. Answers its size, minified and gzipped, and the files in it. */
export async function bundleForBrowsers(contents: string): Promise<{ bytes: number; inputs: string[] }> {
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
