// Copies the tables of bench/results/ into docs/performance.md, so that its figures are the measured ones: `npm run bench:docs`. Each table
// is between `<!-- table FILE -->` and `<!-- end -->`. `<!-- table FILE only TEXT -->` selects the rows with a text.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const path = "docs/performance.md";
const place = /(<!-- table (\S+)(?: only (.+?))? -->)[\s\S]*?(<!-- end -->)/g;

const text = readFileSync(path, "utf8");
writeFileSync(
  path,
  text.replace(place, (_all, begin: string, file: string, only: string | undefined, end: string) =>
    [begin, "", contentOf(`bench/results/${file}`, only), "", end].join("\n"),
  ),
);

/** Returns the content of a results file without its title. */
function contentOf(file: string, only = ""): string {
  if (!existsSync(file)) return "Not measured yet.";
  const [, ...lines] = readFileSync(file, "utf8").split("\n");
  return lines
    .filter((line, index) => !isRow(lines, index) || line.includes(only))
    .join("\n")
    .trim();
}

/** True if a line is a row of a table, except its head and the line below the head. */
function isRow(lines: readonly string[], index: number): boolean {
  const isOfTable = (at: number): boolean => lines[at]?.startsWith("|") ?? false;
  return isOfTable(index) && isOfTable(index - 1) && isOfTable(index - 2);
}
