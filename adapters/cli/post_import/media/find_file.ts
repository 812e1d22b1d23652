import { realpath, stat } from "node:fs/promises";
import { dirname, posix, resolve, sep } from "node:path";
import { isMediaFile } from "../../../../lib/import/mod.ts";

/** A file of the site, or the reason why there is none. */
export type FoundFile = { file: string } | { refused: string } | undefined;

/** Folders whose files a site serves, relative to the site's folder. */
const servedFolders = ["", "static", "public", "source", "content", "src", "docs"];

/** Beginnings of addresses that stand for a folder of the site. */
const aliases: readonly (readonly [string, string])[] = [
  ["@site/", ""],
  ["~/", "src/"],
  ["@/", "src/"],
];

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

/**
 * Finds the file of an address in the folder of a site. Files outside of the folder, hidden files, symbolic links and files of
 * other kinds are refused.
 *
 * @param folder the folder, without symbolic links
 */
export async function findFile(folder: string, wanted: WantedFile): Promise<FoundFile> {
  const { outside, paths } = await pathsOf(folder, wanted);
  let refused: string | undefined;
  for (const path of new Set(paths.flatMap(inEachForm))) {
    const found = await look(folder, path);
    if (found !== undefined && "file" in found) return found;
    refused ??= found?.refused;
  }
  refused ??= outside ? "it leaves the folder of the site" : undefined;
  return refused === undefined ? undefined : { refused };
}

/** Returns a path as given, composed and decomposed. Names of files that come from macOS are decomposed. */
function inEachForm(path: string): string[] {
  return [path, path.normalize("NFC"), path.normalize("NFD")];
}

/** Returns the possible paths of the file in the folder, best first. */
async function pathsOf(
  folder: string,
  { path, sitePath, postFile }: WantedFile,
): Promise<{ outside: boolean; paths: string[] }> {
  const alias = aliases.find(([beginning]) => path.startsWith(beginning));
  if (alias !== undefined) {
    const aliased = posix.normalize(alias[1] + path.slice(alias[0].length));
    return isInside(aliased) ? { outside: false, paths: [aliased] } : { outside: true, paths: [] };
  }
  const paths: string[] = [];
  let outside = false;
  const postFolder = await relativeFolder(folder, postFile);
  if (!path.startsWith("/")) {
    const beside = posix.normalize(`${postFolder ?? "."}/${path}`);
    if (isInside(beside)) paths.push(beside);
    else outside = true;
  }
  if (sitePath !== undefined) {
    const inSite = posix.normalize(sitePath).replace(/^\/+/, "");
    const inUploads = inSite.replace(/^(?:wp-)?content\//, "");
    const served = [...servedFolders, ...foldersAbove(postFolder)];
    for (const parent of served) paths.push(posix.join(parent, inSite));
    if (inUploads !== inSite) paths.push(inUploads);
  }
  return { outside, paths: [...new Set(paths.filter(isInside))] };
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

async function look(folder: string, path: string): Promise<FoundFile> {
  if (/[\0\\]/.test(path)) return { refused: "its name has characters that are not allowed" };
  const file = withSeparator(folder) + path.replaceAll("/", sep);
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined) return undefined;
  if (real !== file) return { refused: "a symbolic link leads to it" };
  if (path.split("/").some((part) => part.startsWith("."))) return { refused: "it is hidden" };
  if (!isMediaFile(path))
    return { refused: "it is neither an image nor a recording, a document or an archive" };
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  return isFile ? { file } : { refused: "it is not a file" };
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}
