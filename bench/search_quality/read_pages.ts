import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join, relative, sep } from "node:path";
import { extractFaqEntries, type FaqEntry, htmlToText } from "../../lib/faq/mod.ts";

/** An HTML file with the questions that it answers. */
export interface Page {
  /** Path in the folder, with slashes. */
  path: string;
  /** Primary subtag. */
  language: string;
  title: string;
  text: string;
  entries: FaqEntry[];
}

const titleElement = /<title[^>]*>([^<]*)<\/title>/i;
const heading = /<h1[^>]*>([^<]*)</i;
const languageAttribute = /<html[^>]*\slang=["']?([a-z]{2,3})/i;
const bodyTag = /<body[^>]*>/i;
const languageFolder = /^[a-z]{2}(?:-[a-z]+)?$/i;

/**
 * Reads the HTML files of a folder and its subfolders, ordered by path. The title is the `title` of the file, else its h1, else its name. The language is the name of a folder in the path (`de`, `zh-cn`), else
 * the `lang` of the file, else English.
 */
export function readPages(folder: string): Page[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.html?$/.test(path))
    .map((path) => relative(folder, join(folder, path)).split(sep).join("/"))
    .toSorted();
  return paths.map((path) => toPage(path, readFileSync(join(folder, path), "utf8")));
}

function toPage(path: string, html: string): Page {
  const folder = path
    .split("/")
    .slice(0, -1)
    .find((name) => languageFolder.test(name));
  const language = (folder ?? languageAttribute.exec(html)?.[1] ?? "en").slice(0, 2).toLowerCase();
  const start = bodyTag.exec(html);
  const body = start === null ? html : html.slice(start.index + start[0].length);
  const entries = extractFaqEntries(body, { language, unwrapHeadings: true, headingText: "visible" });
  const written = titleElement.exec(html)?.[1] ?? heading.exec(body)?.[1] ?? "";
  const title = htmlToText(written) || basename(path, extname(path)).replaceAll(/[-_]+/g, " ");
  return { path, language, title, text: htmlToText(body), entries };
}
