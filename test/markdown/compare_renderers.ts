/**
 * Compares the Markdown of real sites, as rendered by Postern, with the renderer of the site. Run it by hand:
 *
 * ```sh
 * npm run bundle:dev -- test/markdown/compare_renderers.ts
 * node node_modules/.cache/postern/compare_renderers.mjs kramdown FOLDER [MODULES] [MAX]
 * ```
 *
 * The renderer is one of these:
 *
 * - `kramdown`: Ruby with kramdown-parser-gfm
 * - `hugo`: the program
 * - `remark` and `mdx`: MODULES is a `node_modules` folder with unified, remark-parse, remark-gfm, remark-directive,
 *   remark-mdx, remark-rehype, rehype-raw and rehype-stringify
 *
 * Postern expands templates on both sides. Set SHOW to print the differences.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFrontMatter } from "../../lib/import/front_matter.ts";
import { featuresOf } from "../../lib/markdown/dialect_features.ts";
import type { MarkdownDialect } from "../../lib/markdown_dialect.ts";
import { MarkdownNotes } from "../../lib/markdown/markdown_notes.ts";
import { renderMarkdown } from "../../lib/markdown/mod.ts";
import { expandTemplates } from "../../lib/markdown/templates/mod.ts";
import { blocksOf } from "./_blocks_of.ts";
import { type Reference, references } from "./_references.ts";

const dialects: Readonly<Record<Reference, MarkdownDialect>> = {
  kramdown: "kramdown",
  hugo: "hugo",
  remark: "github",
  mdx: "mdx",
};

const [reference = "", folder = ".", modules = "", max = "1000"] = process.argv.slice(2);
if (!isReference(reference))
  throw new Error(`The renderer must be one of ${Object.keys(dialects).join(", ")}`);
const dialect = dialects[reference];
const wanted = reference === "mdx" ? /\.mdx$/ : /\.(?:md|markdown)$/;
const texts = spread(postFiles(folder), Number(max)).flatMap((file) => {
  try {
    return [{ file, body: bodyOf(readFileSync(file, "utf8")) }];
  } catch {
    return [];
  }
});
const rendered = await references[reference](
  texts.map(({ body }) => body),
  modules,
);
let same = 0;
let compared = 0;
texts.forEach(({ file, body }, index) => {
  const html = rendered[index];
  if (html === undefined || html === null) return;
  compared++;
  const ours = blocksOf(renderMarkdown(body, { dialect }).html);
  const theirs = blocksOf(html);
  const at = ours.findIndex((block, place) => block !== theirs[place]);
  if (at < 0 && ours.length === theirs.length) same++;
  else if (process.env["SHOW"] !== undefined) {
    const place = at < 0 ? ours.length : at;
    console.log(`${file}\n  ours:   ${show(ours, place)}\n  theirs: ${show(theirs, place)}`);
  }
});
console.log(`${folder}: ${same} of ${compared} are equal (${((100 * same) / compared).toFixed(1)}%)`);

function show(list: readonly string[], place: number): string {
  return JSON.stringify(list.slice(place, place + 3).map((block) => block.slice(0, 160)));
}

function bodyOf(text: string): string {
  const { body } = readFrontMatter(text);
  if (reference === "mdx") return body;
  const options = { notes: new MarkdownNotes(), resolveLink: () => undefined };
  const markdown = expandTemplates(body.replaceAll("\r\n", "\n"), featuresOf[dialect], options);
  // The renderers would expand the templates that are left in code, and their versions here do not know alerts.
  return markdown
    .replace(/\{(?=\{[<%])|\{(?=%)/g, "{ ")
    .replace(/\{(?=\{)/g, "{ ")
    .replace(/\[!(?=[A-Z]+\])/g, "[");
}

function postFiles(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return postFiles(inner);
      return wanted.test(entry.name) ? [inner] : [];
    });
}

/** Returns a number of items at equal distances. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

function isReference(name: string): name is Reference {
  return Object.hasOwn(dialects, name);
}
