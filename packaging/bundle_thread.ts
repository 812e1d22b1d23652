import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";

/** Path of the thread's file in the package. The thread pool loads it by a URL from its own chunk, so both are in one folder. */
const file = "chunks/text_thread.js";

/**
 * Bundles the text thread with all its dependencies into one script, so that a server can hold its code in memory. The licenses of the dependencies are in
 * a file next to it.
 */
export async function bundleThread(directory: string): Promise<void> {
  const bundle = await rolldown({
    input: "adapters/text_worker/text_thread.ts",
    // Entries of packages for Node import modules of Node.
    platform: "browser",
    onLog: (_level, { message }) => {
      throw new Error(`Cannot bundle the text thread: ${message}`);
    },
  });
  const { output } = await bundle.generate({
    format: "esm",
    codeSplitting: false,
    comments: false,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  const [{ code, moduleIds }] = output;
  const path = join(directory, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
  writeFileSync(path.replace(/\.js$/, "_licenses.txt"), licensesOf(moduleIds));
}

/** Returns the licenses of the packages that modules belong to. */
function licensesOf(moduleIds: readonly string[]): string {
  const folders = new Set(moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []));
  return [...folders].toSorted().map(licenseOf).join("\n");
}

function licenseOf(folder: string): string {
  const name = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (name === undefined) throw new Error(`Cannot bundle the text thread: ${folder} has no license`);
  const packageName = folder.slice(folder.lastIndexOf("/node_modules/") + "/node_modules/".length);
  return `${packageName}\n\n${readFileSync(join(folder, name), "utf8").trim()}\n`;
}
