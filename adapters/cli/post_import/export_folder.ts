import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ImportItem, type ImportSource, type ReadItems, readSubstack } from "../../../lib/import/mod.ts";
import { isMediumText, isNotionExport } from "../../../lib/import/uploads/mod.ts";
import { filesIn, isPostFile, maxPostBytes } from "./post_files.ts";
import { FileDecoder } from "../../../lib/base/text/file_decoder.ts";
import { readBytes } from "../frame/input/read_input.ts";

/** Name of the list of posts in the folder of a Substack export. */
export const substackList = "posts.csv";

/** Returns true if an HTML file is a post of a Medium export. */
export async function isMediumPost(file: string): Promise<boolean> {
  if ((await stat(file)).size > maxPostBytes) return false;
  return isMediumText((await readBytes(file)).toString("latin1"));
}

/**
 * Returns the format of a folder with an unpacked export, or undefined for other folders.
 *
 * @param beginningOf reads the beginning of a file
 */
export async function exportFolderFormat(
  folder: string,
  beginningOf: (file: string) => Promise<string>,
): Promise<"medium" | "substack" | "notion" | undefined> {
  const names = await namesIn(folder);
  if (names.includes(substackList) && /\bpost_id\b/.test(await beginningOf(join(folder, substackList)))) {
    return "substack";
  }
  if (isNotionExport(await pagesIn(folder))) return "notion";
  const posts = names.includes("posts") ? join(folder, "posts") : folder;
  const first = (await namesIn(posts)).find((name) => /\.html?$/i.test(name));
  if (first === undefined) return undefined;
  return (await isMediumPost(join(posts, first))) ? "medium" : undefined;
}

/** Maximum number of pages that show the format of a folder. */
const mostPages = 100;

async function pagesIn(folder: string): Promise<string[]> {
  const pages: string[] = [];
  for await (const { path } of filesIn(folder)) {
    if (isPostFile(path, "notion") && pages.push(path) >= mostPages) break;
  }
  return pages;
}

/** Reads the posts of an unpacked Substack export. Files that the list does not name are reported. The first pass reads no content. */
export async function* readSubstackFolder(
  folder: string,
  list: ImportSource,
  { siteUrl, pass }: { siteUrl: string; pass: Parameters<ReadItems>[0] },
): AsyncGenerator<ImportItem> {
  const posts = join(folder, "posts");
  const files = new Set((await namesIn(posts)).filter((name) => /\.html$/i.test(name)));
  const unread = new Set(files);
  yield* readSubstack(list, { siteUrl }, async (id) => {
    const name = `${id}.html`;
    unread.delete(name);
    // Only names in the folder are read, so an id cannot lead to another folder.
    const file = join(posts, name);
    if (!files.has(name) || (await stat(file)).size > maxPostBytes) return undefined;
    if (pass === "keys") return "";
    return new FileDecoder("html").decode(await readBytes(file));
  });
  for (const name of unread) {
    const reason = `${substackList} does not name the post`;
    yield { kind: "skipped", category: "unlisted-file", reason, place: { file: join(posts, name) } };
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    // Symbolic links can lead out of the folder.
    return entries
      .filter((entry) => !entry.isSymbolicLink())
      .map(({ name }) => name)
      .toSorted();
  } catch {
    return [];
  }
}
