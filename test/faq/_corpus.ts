import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of real pages, or `undefined` if it is not configured. */
export const CORPUS: string | undefined = process.env["POSTERN_CORPUS"];

/** Printed if the corpus is not configured. */
export const NO_CORPUS = "POSTERN_CORPUS is not set: the real pages and the html5lib cases are skipped";

/** A real page. */
export interface Page {
  name: string;
  html: string;
}

/** Returns all real pages of the corpus: the files in the folder `html` of each site. */
export function corpusPages(corpus: string): Page[] {
  return readdirSync(corpus)
    .map((site) => join(corpus, site, "html"))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).map((file) => ({ name: file, html: readFileSync(join(folder, file), "utf8") })),
    );
}

/** Returns the inputs of html5lib's tree-construction cases, by file. */
export function html5libCases(corpus: string): Map<string, string[]> {
  const folder = join(corpus, "html5lib", "tree-construction");
  const cases = new Map<string, string[]>();
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".dat")) continue;
    const parts = `\n${readFileSync(join(folder, file), "utf8")}`.split("\n#data\n").slice(1);
    cases.set(
      file,
      parts.map((part) => part.slice(0, part.indexOf("\n#errors"))),
    );
  }
  return cases;
}
