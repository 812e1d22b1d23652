import { pageName } from "../paths/page_path.ts";

/** The id at the end of the name of a page, a folder or a table, after a space or a dash. */
const endId = /(?:^|[ -])([0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
/** Maximum number of pages that show whether a folder is an export of Notion. */
const mostShown = 100;

/** Returns the id of a page by the path of its file, in 32 hexadecimal digits, or undefined. */
export function notionIdOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(pageName, "");
  return endId.exec(name)?.[1]?.replaceAll("-", "").toLowerCase();
}

/** Returns a path without the extension of a page, and without the ids of the page and its folders. */
export function withoutIds(path: string): string {
  const parts = path.replace(pageName, "").split("/");
  return parts.map((part) => part.replace(endId, "").trim()).join("/");
}

/** True for the path of the table of a database. */
export function isNotionTable(path: string): boolean {
  return /\.csv$/i.test(path);
}

/** True for the paths of an export of Notion: most pages have a name with an id. */
export function isNotionExport(paths: Iterable<string>): boolean {
  let [pages, named] = [0, 0];
  for (const path of paths) {
    if (!pageName.test(path)) continue;
    if (notionIdOf(path) !== undefined) named++;
    if (++pages >= mostShown) break;
  }
  return named > 0 && named * 2 >= pages;
}
