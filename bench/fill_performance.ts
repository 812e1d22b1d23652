// Puts the tables of bench/results/ into docs/performance.md, so that its figures are those that were measured:
// `npm run bench:docs`. Each stands between `<!-- table FILE -->`, or `<!-- table FILE only TEXT -->` for the rows that
// hold a text, and `<!-- end -->`.
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

/** What a results file says, without its title. */
function contentOf(file: string, only = ""): string {
  if (!existsSync(file)) return "Not measured yet.";
  const [, ...lines] = readFileSync(file, "utf8").split("\n");
  return lines
    .filter((line, index) => !isRow(lines, index) || line.includes(only))
    .join("\n")
    .trim();
}

/** Whether a line is a row of a table: neither its head nor the line below that. */
function isRow(lines: readonly string[], index: number): boolean {
  const isOfTable = (at: number): boolean => lines[at]?.startsWith("|") ?? false;
  return isOfTable(index) && isOfTable(index - 1) && isOfTable(index - 2);
}
