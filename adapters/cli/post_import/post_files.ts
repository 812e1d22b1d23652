import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { htmlEndings, markdownEndings, pageEndings } from "../../../lib/import/files/mod.ts";
import { cannotRead } from "../frame/input/read_input.ts";

/** Maximum size of a file with one post in bytes. Larger files are not opened. */
export const maxPostBytes = 16_777_216;

/** An entry of a folder. */
export interface FoundFile {
  /** Path in the folder, separated by `/`. */
  path: string;
  /** `other` is a pipe or the like, and `folder` is a subfolder that cannot be read. */
  kind: "file" | "link" | "other" | "folder";
  /** The reason why the subfolder cannot be read. */
  error?: unknown;
}

/** File names that end a walk: they are no content of the site. */
const ignored: ReadonlySet<string> = new Set(["node_modules"]);

/** Endings of the files of a folder that are read, by format. */
const endings: Readonly<Record<"markdown" | "html" | "medium" | "notion" | "detected", readonly string[]>> = {
  markdown: markdownEndings,
  html: htmlEndings,
  medium: htmlEndings,
  notion: pageEndings,
  detected: pageEndings,
};

/** Format of the files of a folder. `detected` reads Markdown and HTML. */
export type FolderFormat = keyof typeof endings;

/** Returns the endings of the files that are read, for messages. */
export function endingsOf(format: FolderFormat): readonly string[] {
  return endings[format];
}

export function isPostFile(name: string, format: FolderFormat): boolean {
  return endings[format].includes(extname(name).toLowerCase());
}

/**
 * Yields the files of a folder and its subfolders, ordered by name. Symbolic links are yielded but not followed, because they can
 * lead out of the folder or in a circle. Hidden files and folders are left out.
 *
 * @throws {CliError} if the folder itself cannot be read
 */
export async function* filesIn(folder: string, path = ""): AsyncGenerator<FoundFile> {
  const entries = await entriesOf(folder, path);
  if (!Array.isArray(entries)) {
    yield entries;
    return;
  }
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name.startsWith(".") || ignored.has(entry.name)) continue;
    const inFolder = path === "" ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(folder, inFolder);
    else yield { path: inFolder, kind: entry.isFile() ? "file" : entry.isSymbolicLink() ? "link" : "other" };
  }
}

async function entriesOf(folder: string, path: string): Promise<Dirent[] | FoundFile> {
  try {
    return await readdir(join(folder, path), { withFileTypes: true });
  } catch (error) {
    if (path === "") throw cannotRead(folder, error);
    return { path, kind: "folder", error };
  }
}
