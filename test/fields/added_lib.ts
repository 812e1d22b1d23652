import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type * as lib from "../../lib/mod.ts";
import type * as dashboard from "../../lib/dashboard/mod.ts";
import type * as importing from "../../lib/import/mod.ts";
import type * as transfer from "../../lib/moving/entry.ts";
import type * as memory from "../../storage-drivers/memory.ts";

const root = join(import.meta.dirname, "../..");
const entry = `
export * from "./lib/mod.ts";
export { createDashboard } from "./lib/dashboard/mod.ts";
export { markdownToPost } from "./lib/import/mod.ts";
export { exportRecords, importRecords } from "./lib/moving/entry.ts";
export { memoryDriver } from "./storage-drivers/memory.ts";
`;

/** The library and its surfaces that know the fields of posts. */
export type AddedLib = typeof lib &
  Pick<typeof dashboard, "createDashboard"> &
  Pick<typeof importing, "markdownToPost"> &
  Pick<typeof transfer, "exportRecords" | "importRecords"> &
  Pick<typeof memory, "memoryDriver">;

/** The lines that the guide in CONTRIBUTING.md adds, by file. */
export async function linesOfGuide(): Promise<ReadonlyMap<string, string>> {
  const guide = await readFile(join(root, "CONTRIBUTING.md"), "utf8");
  const blocks = guide.matchAll(/```ts row (\S+)\n(.*?)```/gs);
  return new Map([...blocks].map(([, file = "", lines = ""]) => [file, lines]));
}

/** The places at which the guide adds a line. */
const opened: Readonly<Record<string, RegExp>> = {
  "lib/content/posts/post_forms.ts": /export interface PostTexts \{\n/,
  "lib/content/posts/post_fields.ts": /export const postFields: .* = \{\n/,
};

/** Returns the text of a source file with the lines of the guide. */
export async function withGuide(file: string, lines: ReadonlyMap<string, string>): Promise<string> {
  const source = await readFile(join(root, file), "utf8");
  const added = lines.get(file);
  const place = opened[file];
  return added === undefined || place === undefined
    ? source
    : source.replace(place, (found) => found + added);
}

/** Bundles the library with the field that the guide adds, and loads it. */
export async function loadAddedLib(folder: string): Promise<AddedLib> {
  const lines = await linesOfGuide();
  const guide: Plugin = {
    name: "guide",
    setup: (bundle) => {
      bundle.onLoad({ filter: /content\/posts\/post_(?:forms|fields)\.ts$/ }, async ({ path }) => ({
        contents: await withGuide(relative(root, path), lines),
        loader: "ts",
      }));
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    plugins: [guide],
    write: false,
  });
  const file = join(folder, "added.mjs");
  await writeFile(file, outputFiles[0]?.contents ?? "");
  return (await import(pathToFileURL(file).href)) as AddedLib;
}
