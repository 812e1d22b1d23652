import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/**
 * A table of `bench/results` in a page. `<!-- table FILE -->` copies a file without its title, `<!-- table FILE # HEADING -->` the section with
 * this heading, and `<!-- table FILE only TEXT -->` only the rows that contain the text. The copy ends at `<!-- end -->`.
 */
const place = /(<!-- table (\S+)(?: # (.+?))?(?: only (.+?))? -->)[\s\S]*?(<!-- end -->)/g;

const pages = ["README.md", "bench/README.md", ...readdirSync("docs").map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith(".md"),
);

/** Copies the tables of `bench/results` into the pages. */
export function fillTables(): void {
  for (const page of pages) {
    const text = readFileSync(page, "utf8");
    const filled = withTables(text);
    if (!isSame(text, filled)) writeFileSync(page, filled);
  }
}

/** Returns a sentence for each page whose tables are not those of `bench/results`. */
export function differentTables(): string[] {
  return pages
    .filter((page) => {
      const text = readFileSync(page, "utf8");
      return !isSame(text, withTables(text));
    })
    .map((page) => `${page}: a table is not that of bench/results. Run: npm run bench:docs`);
}

function withTables(page: string): string {
  return page.replace(
    place,
    (_all, begin: string, file: string, heading: string | undefined, only: string | undefined, end: string) =>
      [begin, "", contentOf(`bench/results/${file}`, heading, only), "", end].join("\n"),
  );
}

/** Ignores how wide the columns of tables are. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => text.replace(/[- ]+/g, ""));
  return first === second;
}

/** Returns the text of a results file without its title, or of one of its sections. */
function contentOf(file: string, heading: string | undefined, only = ""): string {
  if (!existsSync(file)) return "Not measured yet.";
  const [, ...lines] = readFileSync(file, "utf8").split("\n");
  return inSection(lines, heading)
    .filter((line, index, kept) => !isRow(kept, index) || line.includes(only))
    .join("\n")
    .trim();
}

function inSection(lines: readonly string[], heading: string | undefined): readonly string[] {
  if (heading === undefined) return lines;
  const start = lines.indexOf(`## ${heading}`) + 1;
  if (start === 0) return ["", "Not measured yet."];
  const length = lines.slice(start).findIndex((line) => line.startsWith("## "));
  const measured = lines.filter((line) => line.startsWith("Measured at commit "));
  return length === -1 ? lines.slice(start) : [...lines.slice(start, start + length), ...measured];
}

/** Returns true for the rows of a table, without its head and the line below the head. */
function isRow(lines: readonly string[], index: number): boolean {
  const isOfTable = (at: number): boolean => lines[at]?.startsWith("|") ?? false;
  return isOfTable(index) && isOfTable(index - 1) && isOfTable(index - 2);
}
