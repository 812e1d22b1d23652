// Copies the tables of bench/results/ into bench/README.md: `npm run bench:docs`. A table replaces the text between
// `<!-- table FILE -->` and `<!-- end -->`. `<!-- table FILE only TEXT -->` copies only the rows that contain the text.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const path = "bench/README.md";
const place = /(<!-- table (\S+)(?: only (.+?))? -->)[\s\S]*?(<!-- end -->)/g;

const text = readFileSync(path, "utf8");
writeFileSync(
  path,
  text.replace(place, (_all, begin: string, file: string, only: string | undefined, end: string) =>
    [begin, "", contentOf(`bench/results/${file}`, only), "", end].join("\n"),
  ),
);

/** Returns the text of a results file without its title. */
function contentOf(file: string, only = ""): string {
  if (!existsSync(file)) return "Not measured yet.";
  const [, ...lines] = readFileSync(file, "utf8").split("\n");
  return lines
    .filter((line, index) => !isRow(lines, index) || line.includes(only))
    .join("\n")
    .trim();
}

/** Returns true for the rows of a table, without its head and the line below the head. */
function isRow(lines: readonly string[], index: number): boolean {
  const isOfTable = (at: number): boolean => lines[at]?.startsWith("|") ?? false;
  return isOfTable(index) && isOfTable(index - 1) && isOfTable(index - 2);
}
