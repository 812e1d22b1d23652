import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { filesBelow, loadEntries } from "./exported_errors.ts";

const pages = [
  "README.md",
  ...filesBelow("docs", /\.md$/),
  ...filesBelow("examples", /\.(?:m?js|tsx?|astro)$/),
]
  .filter((file) => !/(?:cli_reference|limits)\.md$/.test(file))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const words = new Set(pages.match(/\w+/g));

it.each(await loadEntries())(
  "a page of the docs or an example names each value of %s",
  (_entry, exported) => {
    expect(Object.keys(exported).filter((name) => !words.has(name))).toEqual([]);
  },
);
