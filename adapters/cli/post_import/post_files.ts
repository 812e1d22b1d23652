import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { cannotRead } from "../frame/input/read_input.ts";

/** Maximum size of a file with one post in bytes. Larger files are not opened. */
export const maxPostBytes = 16_777_216;

/** A file or symbolic link in a folder. */
export interface FoundFile {
  /** Path in the folder, separated by `/`. */
  path: string;
  isLink: boolean;
}

/** File names that end a walk: they are no content of the site. */
const ignored: ReadonlySet<string> = new Set(["node_modules"]);

const markdown = [".md", ".mdx", ".markdown", ".mkd", ".mkdn", ".mkdown"];
const html = [".html", ".htm"];

/** Extensions of the files of a folder that are read, by format. */
const extensions: Readonly<
  Record<"markdown" | "html" | "medium" | "notion" | "detected", readonly string[]>
> = {
  markdown,
  html,
  medium: html,
  notion: [...markdown, ...html],
  detected: [...markdown, ...html],
};

/** Format of the files of a folder. `detected` reads Markdown and HTML. */
export type FolderFormat = keyof typeof extensions;

/** Returns the extensions of the files that are read, for messages. */
export function extensionsOf(format: FolderFormat): readonly string[] {
  return extensions[format];
}

export function isPostFile(name: string, format: FolderFormat): boolean {
  return extensions[format].includes(extname(name).toLowerCase());
}

/**
 * Yields the files of a folder and its subfolders, ordered by name. Symbolic links are yielded but not followed, because they can
 * lead out of the folder or in a circle. Hidden files and folders are left out.
 */
export async function* filesIn(folder: string, path = ""): AsyncGenerator<FoundFile> {
  for (const entry of (await entriesOf(join(folder, path))).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )) {
    if (entry.name.startsWith(".") || ignored.has(entry.name)) continue;
    const inFolder = path === "" ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(folder, inFolder);
    else if (entry.isFile() || entry.isSymbolicLink()) {
      yield { path: inFolder, isLink: entry.isSymbolicLink() };
    }
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    throw cannotRead(folder, cause);
  }
}
