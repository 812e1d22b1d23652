import { constants } from "node:fs";
import { type FileHandle, open, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, posix, resolve, sep } from "node:path";
import { BoundedMap } from "../../../../lib/base/bounded_map.ts";
import { isMediaFile } from "../../../../lib/import/mod.ts";
import { originalsOf } from "./original_pictures.ts";

/** A file of the site, or the reason why there is none. */
export type FoundFile = { file: string } | { refused: string } | undefined;

/** Folders whose files a site serves, relative to the site's folder. */
const servedFolders = [
  "",
  "static",
  "public",
  "source",
  "content",
  "src",
  "docs",
  "files",
  "docs/public",
  "website/static",
];

/** Beginnings of addresses that stand for a folder of the site. */
const aliases: readonly (readonly [string, string])[] = [
  ["@site/", ""],
  ["~/", "src/"],
  ["@/", "src/"],
];

/** The part of an address before the folder of files of WordPress and Ghost: the site's folder, or the path at a service. */
const beforeUploads = /^.*?\/(?=(?:wp-content\/uploads|content\/(?:images|media|files))\/.)/;

/** Beginnings of the addresses of WordPress and Ghost that may lie above the folder. */
const contentFolders = [/^(?:wp-)?content\//, /^(?:wp-)?content\/(?:uploads|images|media|files)\//];

/** Maximum number of folders above a post that are searched. */
const maxDepth = 10;

/** A path to look for. */
export interface WantedFile {
  /** The path of the address, decoded, without query and fragment. */
  path: string;
  /** The path by the rules of URLs, from the root of the site, such as `/img/a.png`. */
  sitePath: string | undefined;
  /** The post's file or export. */
  postFile: string;
}

/** Names of files that are kept, of all folders together. */
const mostKnownNames = 200_000;

/**
 * Finds the files of addresses in the folder of a site. Files outside of the folder, hidden files, symbolic links and files of
 * other kinds are refused.
 */
export class FileFinder {
  readonly #folder: string;
  /** The names in folders, by their form without case. */
  readonly #names = new BoundedMap<ReadonlyMap<string, string>>(mostKnownNames, (names) => names.size + 1);

  /** @param folder the folder, without symbolic links */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param prefersOriginal true to find the original of a smaller copy first */
  async find(wanted: WantedFile, prefersOriginal: boolean): Promise<FoundFile> {
    const { outside, paths } = await this.#pathsOf(wanted, prefersOriginal);
    let refused: string | undefined;
    for (const path of paths) {
      const found = await this.#look(path);
      if (found !== undefined && "file" in found) return found;
      refused ??= found?.refused;
    }
    for (const path of refused === undefined ? paths : []) {
      const similar = await this.#similarPath(path);
      const found = similar === undefined ? undefined : await this.#look(similar);
      if (found !== undefined) return found;
    }
    refused ??= outside ? "it leaves the folder of the site" : undefined;
    return refused === undefined ? undefined : { refused };
  }

  /** Returns the possible paths of the file in the folder, best first. */
  async #pathsOf(
    { path, sitePath, postFile }: WantedFile,
    prefersOriginal: boolean,
  ): Promise<{ outside: boolean; paths: Iterable<string> }> {
    const alias = aliases.find(([beginning]) => path.startsWith(beginning));
    if (alias !== undefined) {
      const aliased = posix.normalize(alias[1] + path.slice(alias[0].length));
      return isInside(aliased) ? { outside: false, paths: [aliased] } : { outside: true, paths: [] };
    }
    const paths: string[] = [];
    let outside = false;
    const postFolder = await relativeFolder(this.#folder, postFile);
    if (!path.startsWith("/")) {
      const beside = posix.normalize(`${postFolder ?? "."}/${path}`);
      if (isInside(beside)) paths.push(beside);
      else outside = true;
    }
    if (sitePath !== undefined) {
      const originals = originalsOf(sitePath);
      const forms = prefersOriginal ? [...originals, sitePath] : [sitePath, ...originals];
      paths.push(...forms.flatMap((form) => pathsInSite(form, postFolder)));
    }
    return { outside, paths: new Set(paths.filter(isInside)) };
  }

  async #look(path: string): Promise<FoundFile> {
    if (/[\0\\]/.test(path)) return { refused: "its name has characters that are not allowed" };
    const file = withSeparator(this.#folder) + path.replaceAll("/", sep);
    const real = await realpath(file).catch(() => undefined);
    if (real === undefined) return undefined;
    // Some file systems ignore the case and the Unicode form of names.
    if (withoutCase(real) !== withoutCase(file)) return { refused: "a symbolic link leads to it" };
    if (path.split("/").some((part) => part.startsWith("."))) return { refused: "it is hidden" };
    if (!isMediaFile(path))
      return { refused: "it is neither an image nor a recording, a document or an archive" };
    const isFile = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    return isFile ? { file: real } : { refused: "it is not a file" };
  }

  /** Returns the path of a file whose name differs only by its case or its Unicode form. Names that come from macOS are decomposed. */
  async #similarPath(path: string): Promise<string | undefined> {
    const found: string[] = [];
    for (const part of path.split("/")) {
      const names = await this.#namesIn(join(this.#folder, ...found));
      const name = names.get(part) ?? names.get(withoutCase(part));
      if (name === undefined) return undefined;
      found.push(name);
    }
    return found.join("/");
  }

  async #namesIn(folder: string): Promise<ReadonlyMap<string, string>> {
    const known = this.#names.get(folder);
    if (known !== undefined) return known;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const own = entries.filter((entry) => !entry.isSymbolicLink()).map(({ name }) => name);
    const forms = own
      .toSorted()
      .toReversed()
      .map((name) => [withoutCase(name), name] as const);
    const names = new Map([...forms, ...own.map((name) => [name, name] as const)]);
    this.#names.set(folder, names);
    return names;
  }
}

/** True for the path of a file in WordPress or Ghost, which services also serve from other hosts. */
export function isUploadPath(path: string): boolean {
  return beforeUploads.test(path);
}

/** Opens a file that was found, to read it. A link or pipe that replaced the file in the meantime is not followed. */
export async function openFound(file: string): Promise<FileHandle> {
  return open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

function withoutCase(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** Returns the paths at which the file of a path of the site can lie. */
function pathsInSite(sitePath: string, postFolder: string | undefined): string[] {
  const inSite = posix.normalize(sitePath).replace(/^\/+/, "");
  const served = [...servedFolders, ...foldersAbove(postFolder)];
  // The folder can be that of the content, or of the uploads in it.
  const upload = inSite.replace(beforeUploads, "");
  const inContent = [upload, ...contentFolders.map((beginning) => upload.replace(beginning, ""))].filter(
    (rest) => rest !== inSite,
  );
  return [...served.map((parent) => posix.join(parent, inSite)), ...inContent];
}

/** Returns a folder and the folders above it. Hugo serves each folder of a language as the root of the site. */
function foldersAbove(folder = "."): string[] {
  const parts = folder === "." ? [] : folder.split("/").slice(0, maxDepth);
  return parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
}

async function relativeFolder(folder: string, postFile: string): Promise<string | undefined> {
  const real = await realpath(dirname(resolve(postFile))).catch(() => undefined);
  if (real === folder) return ".";
  if (real?.startsWith(withSeparator(folder)) !== true) return undefined;
  return real.slice(withSeparator(folder).length).replaceAll(sep, "/");
}

function isInside(path: string): boolean {
  return path !== ".." && !path.startsWith("../");
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}
