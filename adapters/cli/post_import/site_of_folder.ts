import { open, readdir } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { given } from "../../../lib/base/given.ts";
import { EncodingError } from "../../../lib/base/text/declared_encoding.ts";
import { FileDecoder } from "../../../lib/base/text/file_decoder.ts";
import {
  authorListPaths,
  type ConfigFile,
  type ImportNote,
  type GeneratorName,
  generatorNotes,
  generatorOf,
  generators,
  isDataFile,
  isListPage,
  isVersionList,
  readSiteConfig,
  type Site,
  relevantListPages,
  SiteConfigError,
  type SiteFiles,
  siteConfigPaths,
} from "../../../lib/import/mod.ts";
import { reasonOfFile } from "../../../lib/import/files/mod.ts";
import { filesIn } from "./post_files.ts";

const splitFolder = "config/_default";
const splitFile = /^(?:languages|permalinks|params|module)(?:\.[\w-]{1,50})?\.(?:toml|ya?ml|json)$/;
/** Maximum length of a configuration in bytes. Readers accept 65,536 characters. */
const maxBytes = 262_144;

/** Maximum length of the data files of a site together, in characters. */
const maxDataLength = 65_536;

/** Maximum number of folders above the imported folder that can be the root of its site. */
const mostAbove = 4;

/** The site that a folder belongs to, and notes about its configuration. */
export interface FoundSite {
  site?: Site;
  siteFiles?: SiteFiles;
  notes: ImportNote[];
}

/** A root of a site, and the path of the imported folder below it. */
interface Root {
  root: string;
  below: string;
  main?: ReadFile | undefined;
}

/**
 * Looks for the configuration of a site: in the folder, or above a folder of content such as `_posts` or `docs`. List pages are a part of it.
 *
 * @param generator the generator of the site. Default: detected
 */
export async function siteOfFolder(folder: string, generator?: GeneratorName): Promise<FoundSite> {
  const roots = rootsAbove(folder);
  for (const root of roots) {
    const main = await mainFile(root, generator);
    if (main !== undefined) return siteAt({ ...root, main }, generator);
  }
  // Without a configuration, the list pages of a folder `content` are about each other.
  const parent = roots.findLast(({ below }) => contentFolder.test(below)) ?? { root: folder, below: "" };
  return siteAt(parent, generator);
}

const contentFolder = /^(?:|_[^/]*|src|content(?:\/.*)?)$/;

function rootsAbove(folder: string): Root[] {
  const path = resolve(folder);
  const roots: Root[] = [{ root: folder, below: "" }];
  for (let root = dirname(path); roots.length <= mostAbove && root !== dirname(root); root = dirname(root))
    roots.push({ root, below: relative(root, path).split(sep).join("/") });
  return roots;
}

/** Returns the configuration in a root, if the imported folder is a folder of its content. */
async function mainFile({ root, below }: Root, wanted?: GeneratorName): Promise<ReadFile | undefined> {
  for (const path of wanted === undefined ? siteConfigPaths : generators[wanted].files) {
    const file = await fileAt(root, path);
    const found = file && generatorOf(file);
    if (found === undefined || (wanted !== undefined && found !== wanted)) continue;
    const isContent = [...generators[found].content, "src"].some(
      (one) => one !== "" && `${below}/`.startsWith(`${one}/`),
    );
    if (below === "" || isContent || (generators[found].content.includes("") && contentFolder.test(below)))
      return file;
  }
  return undefined;
}

async function siteAt({ root, below, main }: Root, generator?: GeneratorName): Promise<FoundSite> {
  const others = main === undefined ? [] : await otherFiles({ root, below }, main.path);
  const lists = await listPages(root, below);
  const own = [...(main === undefined ? [] : [main]), ...others];
  const options = { folder: below, ...given({ generator }) };
  try {
    for (const { problem } of own) if (problem !== undefined) throw problem;
    const config = [...own.map(({ path, text }) => ({ path, text })), ...lists];
    const known = readSiteConfig(config, options);
    if (known === undefined) return { notes: [] };
    const { files: authors, notes: unread } = await authorLists(root, known);
    const files = [...config, ...authors];
    const site = readSiteConfig(files, options) ?? known;
    const notes = generatorNotes(site, { main: main?.path, fileOf: (path) => join(root, path) });
    return { site, siteFiles: { files, ...options }, notes: [...notes, ...unread] };
  } catch (error) {
    const text = reasonOfFile(error);
    const file = join(root, error instanceof SiteConfigError ? error.path : (main?.path ?? ""));
    return {
      ...(lists.length > 0 && { siteFiles: { files: lists, ...options } }),
      notes: [{ kind: "note", category: "site-configuration", text, place: { file } }],
    };
  }
}

/** Returns the list pages in the folder and in the folders above it. */
async function listPages(root: string, folder: string): Promise<ConfigFile[]> {
  const parts = folder.split(sep).filter((part) => part !== "");
  const above = parts.map((_part, index) => join(...parts.slice(0, index), "."));
  const paths: string[] = [];
  for (const parent of above) {
    const names = await readdir(join(root, parent)).catch((): string[] => []);
    paths.push(...names.filter(isListPage).map((name) => join(parent, name)));
  }
  for await (const { path, kind } of filesIn(join(root, folder))) {
    if (kind === "file" && isListPage(path)) paths.push(join(folder, path));
  }
  const slashed = paths.map((path) => path.split(sep).join("/"));
  return relevantListPages(slashed, async (path) => {
    const text = await textAt(join(root, path));
    if (text === undefined) throw new EncodingError("it cannot be read");
    return text;
  });
}

/** Returns the data files in a folder. */
async function dataFiles(root: string, below: string): Promise<ReadFile[]> {
  const found: ReadFile[] = [];
  let length = 0;
  for await (const { path, kind } of filesIn(join(root, below))) {
    const whole = join(below, path).split(sep).join("/");
    if (kind !== "file" || !isDataFile(whole)) continue;
    const file = await fileAt(root, whole);
    length += file?.text.length ?? 0;
    if (length > maxDataLength) {
      const reason = `its data files are longer than ${maxDataLength} characters together`;
      return [{ path: whole, text: "", problem: new SiteConfigError(whole, reason) }];
    }
    if (file !== undefined) found.push(file);
  }
  return found;
}

/** Returns the lists of the authors of a site, and a note for each that is no text in its encoding. */
async function authorLists(root: string, site: Site): Promise<{ files: ConfigFile[]; notes: ImportNote[] }> {
  const found = await Promise.all(authorListPaths(site).map(async (path) => fileAt(root, path)));
  const files = found.filter((file) => file !== undefined);
  const notes = files.flatMap(({ path, problem }): ImportNote[] => {
    const place = { file: join(root, path) };
    return problem === undefined
      ? []
      : [{ kind: "note", category: "site-configuration", text: problem.message, place }];
  });
  const read = files.filter(({ problem }) => problem === undefined);
  return { files: read.map(({ path, text }) => ({ path, text })), notes };
}

/** A file of the configuration. */
interface ReadFile extends ConfigFile {
  /** Given if the file is no text in its encoding. */
  problem?: SiteConfigError;
}

async function fileAt(root: string, path: string): Promise<ReadFile | undefined> {
  try {
    const text = await textAt(join(root, path));
    return text === undefined ? undefined : { path, text };
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    return { path, text: "", problem: new SiteConfigError(path, error.message) };
  }
}

/** Returns the other files of a configuration: the parts of Hugo's, the versions of Docusaurus's docs, and the data files of Eleventy. */
async function otherFiles({ root, below }: Root, main: string): Promise<ReadFile[]> {
  const folder = dirname(main);
  if (main.includes("eleventy")) return dataFiles(root, below);
  const isSplit = main.startsWith(splitFolder);
  if (!isSplit && !main.includes("docusaurus")) return [];
  const found = await readdir(join(root, folder)).catch((): string[] => []);
  const names = found.filter((name) => (isSplit ? splitFile.test(name) : isVersionList(name)));
  const files = await Promise.all(names.toSorted().map(async (name) => fileAt(root, join(folder, name))));
  return files.filter((file) => file !== undefined);
}

/**
 * Returns the beginning of a file, or undefined if it does not exist or cannot be read.
 *
 * @throws {EncodingError} if it is no text in its encoding
 */
async function textAt(file: string): Promise<string | undefined> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(maxBytes), 0, maxBytes);
      return new FileDecoder().decode(buffer.subarray(0, bytesRead), { stream: bytesRead === maxBytes });
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof EncodingError) throw error;
    return undefined;
  }
}
