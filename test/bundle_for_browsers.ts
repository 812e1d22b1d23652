import { gzipSync } from "node:zlib";
import { build, type BuildOptions, type Metafile } from "esbuild";

const options = {
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  metafile: true,
  write: false,
} satisfies BuildOptions;

/** Bundles a module for browsers. Its imports are relative to the folder of the tests. Returns the size, gzipped, and the files in it. */
export async function bundleForBrowsers(contents: string): Promise<{ bytes: number; inputs: string[] }> {
  const result = await build({
    ...options,
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
  });
  const [output] = result.outputFiles;
  return { bytes: gzipSync(output?.contents ?? "").length, inputs: Object.keys(result.metafile.inputs) };
}

/** Bundles a module as {@link bundleForBrowsers}, but leaves out all modules that are loaded by `import()`. */
export async function bundleFirstLoad(contents: string): Promise<{ bytes: number; inputs: string[] }> {
  const result = await build({
    ...options,
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    splitting: true,
    outdir: "bundle",
  });
  const { outputs } = result.metafile;
  const loaded = firstLoad(outputs);
  const chunks = result.outputFiles.filter(({ path }) => [...loaded].some((name) => path.endsWith(name)));
  const inputs = [...loaded].flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));
  return { bytes: chunks.reduce((sum, { contents: bytes }) => sum + gzipSync(bytes).length, 0), inputs };
}

function firstLoad(outputs: Metafile["outputs"]): Set<string> {
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === "import-statement") load(path);
  };
  for (const [name, { entryPoint }] of Object.entries(outputs)) if (entryPoint === "<stdin>") load(name);
  return loaded;
}
