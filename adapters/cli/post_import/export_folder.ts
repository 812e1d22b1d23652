import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ImportItem, type ImportSource, type ReadItems, readSubstack } from "../../../lib/import/mod.ts";
import { isMediumText } from "../../../lib/import/uploads/mod.ts";
import { isNotionFolder } from "./notion_folder.ts";
import { isPostFile, maxPostBytes } from "./post_files.ts";
import { FileDecoder } from "../../../lib/base/text/file_decoder.ts";
import { readBytes } from "../frame/input/read_input.ts";

/** Name of the list of posts in the folder of a Substack export. */
export const substackList = "posts.csv";

/** Returns true if an HTML file is a post of a Medium export. A file that cannot be read is none. */
export async function isMediumPost(file: string): Promise<boolean> {
  const size = await stat(file).then(
    (found) => found.size,
    () => Infinity,
  );
  if (size > maxPostBytes) return false;
  return isMediumText((await readBytes(file).catch(() => Buffer.alloc(0))).toString("latin1"));
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
  const files = await fileNamesIn(folder);
  if (files.includes(substackList) && /\bpost_id\b/.test(await beginningOf(join(folder, substackList)))) {
    return "substack";
  }
  if (await isNotionFolder(folder)) return "notion";
  for (const posts of [join(folder, "posts"), folder]) {
    const first = (await fileNamesIn(posts)).find((name) => isPostFile(name, "html"));
    if (first !== undefined) return (await isMediumPost(join(posts, first))) ? "medium" : undefined;
  }
  return undefined;
}

/** Reads the posts of an unpacked Substack export. Files that the list does not name are reported. The first pass reads no content. */
export async function* readSubstackFolder(
  folder: string,
  list: ImportSource,
  { siteUrl, pass }: { siteUrl: string; pass: Parameters<ReadItems>[0] },
): AsyncGenerator<ImportItem> {
  const posts = join(folder, "posts");
  const files = new Set((await fileNamesIn(posts)).filter((name) => /\.html$/i.test(name)));
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

/** Returns the names of the files in a folder. Symbolic links can lead out of it. */
async function fileNamesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted();
  } catch {
    return [];
  }
}
