import { join } from "node:path";
import type { ImportSource } from "../../../lib/import/mod.ts";
import { isNotionExport, isNotionTable, NotionExport } from "../../../lib/import/uploads/mod.ts";
import { filesIn, isPostFile } from "./post_files.ts";

/** Maximum number of pages that show the format of a folder. */
const mostPages = 100;

/** True for the folder of an unpacked export of Notion. */
export async function isNotionFolder(folder: string): Promise<boolean> {
  const pages: string[] = [];
  for await (const { path, kind } of filesIn(folder)) {
    if (kind === "file" && isPostFile(path, "notion") && pages.push(path) >= mostPages) break;
  }
  return isNotionExport(pages);
}

/** Reads the tables of an export of Notion. */
export async function notionExportIn(
  folder: string,
  sourceOf: (file: string) => Promise<ImportSource>,
): Promise<NotionExport> {
  const notion = new NotionExport();
  for await (const { path, kind } of filesIn(folder)) {
    if (kind === "file" && isNotionTable(path))
      await notion.addTable(path, await sourceOf(join(folder, path)));
  }
  return notion;
}
