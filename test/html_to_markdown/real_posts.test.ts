import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { htmlToMarkdown } from "../../lib/publishing/html_to_markdown/mod.ts";
import { CORPUS, corpusPages, NO_CORPUS, type Page } from "../faq/_corpus.ts";
import { readersView, render } from "./_readers_view.ts";

/** Number of pages that are compared. */
const count = 500;

/** Returns the content of a page, without its navigation. */
function contentOf(html: string): string {
  return /<(article|main)[\s>][\s\S]*<\/\1>/i.exec(html)?.[0] ?? html;
}

/** Yields the documentation of the installed packages, as HTML. */
function* packagePages(): Generator<Page> {
  const folder = join(import.meta.dirname, "../../node_modules");
  const namesIn = (scope: string): string[] =>
    readdirSync(join(folder, scope))
      .toSorted()
      .map((name) => join(scope, name));
  for (const name of namesIn("").flatMap((one) => (one.startsWith("@") ? namesIn(one) : [one]))) {
    const files = ["README.md", "readme.md"].map((file) => join(folder, name, file));
    const file = files.find((path) => existsSync(path));
    const markdown = file === undefined ? "" : readFileSync(file, "utf8");
    if (markdown.length >= 500 && markdown.length <= 65_536) yield { name, html: render(markdown) };
  }
}

function differences(pages: readonly Page[]): string[] {
  return pages.flatMap(({ name, html }) => {
    const [before, after] = [readersView(html), readersView(render(htmlToMarkdown(html)))];
    const parts = (["text", "code", "rows", "structure"] as const).filter(
      (part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]),
    );
    return parts.length === 0 ? [] : [`${name}: ${parts.join(", ")}`];
  });
}

/** Pages whose Markdown differs, with the parts that differ. */
const known: readonly string[] = [];

describe.skipIf(CORPUS === undefined)("the Markdown of 500 real pages", () => {
  it("has the text, the code, the tables and the structure of the HTML", () => {
    const corpus = corpusPages(CORPUS ?? "").map(({ name, html }) => ({ name, html: contentOf(html) }));
    const pages = [...corpus];
    for (const page of packagePages()) if (pages.push(page) === count) break;
    expect(pages.length).toBe(count);
    expect(differences(pages)).toEqual(known);
  });
});

if (CORPUS === undefined) console.log(NO_CORPUS);
