import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type OutputChunk, rolldown } from "rolldown";
import { compactMap } from "./compact_map.ts";
import { entries, untypedEntries } from "./entries.ts";
import { isExternal } from "./is_external.ts";

/** Bundles the sources as ES modules with a source map each. Code that entries share is in `chunks/`, so that each class exists once. */
export async function bundleCode(directory: string): Promise<void> {
  const bundle = await rolldown({
    input: { ...entries, ...untypedEntries },
    platform: "neutral",
    external: isExternal,
    onLog: (_level, { message }) => {
      throw new Error(`Cannot bundle the package: ${message}`);
    },
  });
  const { output } = await bundle.generate({
    dir: directory,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    comments: { legal: true, annotation: true, jsdoc: false },
    minifyInternalExports: false,
    sourcemap: true,
  });
  await bundle.close();
  for (const chunk of output) if (chunk.type === "chunk") write(directory, chunk);
}

function write(directory: string, { fileName, code, map }: OutputChunk): void {
  const path = join(directory, fileName);
  mkdirSync(dirname(path), { recursive: true });
  const codeOnly = code.replace(/\n\/\/# sourceMappingURL=[^\n]*\n?$/, "\n");
  // A file without code of its own, such as one of exports only, has no map.
  const reference = map === null ? "" : `//# sourceMappingURL=${basename(fileName)}.map\n`;
  writeFileSync(path, codeOnly + reference);
  if (map !== null) writeFileSync(`${path}.map`, JSON.stringify(compactMap(map)));
}
