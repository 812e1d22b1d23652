import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A block of TypeScript in a docs comment or in a Markdown page. */
export interface Example {
  /** Its first line: `lib/a.ts:12`. */
  place: string;
  code: string;
}

const adapters = ["node", "bun", "deno", "cloudflare_workers", "aws_lambda"].map(
  (name) => `adapters/${name}.ts`,
);

/** The ts blocks of all docs comments, and those of the pages that import from "postern". `ts ignore` is left out. */
export function extractExamples(): Example[] {
  const sources = [
    ...filesIn("lib", ".ts"),
    ...adapters,
    ...filesIn("adapters/mounts", ".ts"),
    ...filesIn("media-stores", ".ts"),
    ...filesIn("storage-drivers", ".ts"),
  ];
  const pages = ["README.md", ...filesIn("docs", ".md")].filter((file) => existsSync(file));
  const inPages = pages.flatMap((file) => blocksOf(file, /(?:)/y));
  return [
    ...sources.flatMap((file) => blocksOf(file, / *\* ?/y)),
    ...inPages.filter(({ code }) => /from "postern["/]/.test(code)),
  ];
}

function filesIn(folder: string, extension: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const wanted = names.filter((name) => name.endsWith(extension));
  return wanted.toSorted().map((name) => join(folder, name));
}

/** The blocks of a file, whose lines begin with what `margin` matches. */
function blocksOf(file: string, margin: RegExp): Example[] {
  const examples: Example[] = [];
  let block: string[] | undefined;
  for (const [index, whole] of readFileSync(file, "utf8").split("\n").entries()) {
    margin.lastIndex = 0;
    const line = whole.slice(margin.exec(whole)?.[0].length ?? 0);
    if (block === undefined) {
      if (line !== "```ts") continue;
      block = [];
      examples.push({ place: `${file}:${index + 1}`, code: "" });
    } else if (line.startsWith("```")) {
      const example = examples.at(-1);
      if (example) example.code = block.join("\n");
      block = undefined;
    } else block.push(line);
  }
  return examples;
}
