import { open, readdir } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { EncodingError } from "../../../lib/base/text/declared_encoding.ts";
import { FileDecoder } from "../../../lib/base/text/file_decoder.ts";
import {
  type ConfigFile,
  type ImportNote,
  isListPage,
  readSiteConfig,
  relevantListPages,
  SiteConfigError,
  type SiteFiles,
  siteConfigPaths,
} from "../../../lib/import/mod.ts";
import { filesIn } from "./post_files.ts";

/** Folders of content in the root of a site. */
const contentFolder = /^(?:_.*|content|src)$/;
/** The root of a site above a folder in its `content`. */
const contentRoot = /^(.*?)[\\/]content[\\/]/;
const splitFolder = "config/_default";
const splitFile = /^(?:languages|permalinks|module)(?:\.[\w-]{1,50})?\.(?:toml|ya?ml|json)$/;
/** Maximum length of a configuration in bytes. Readers accept 65,536 characters. */
const maxBytes = 262_144;

/** The configuration of the site that a folder belongs to, or the note that it cannot be read. */
export interface FoundSite {
  siteFiles?: SiteFiles;
  note?: ImportNote;
}

/**
 * Looks for the configuration of a Jekyll or Hugo site: in the folder, or above a folder such as `_posts` or `content`. List
 * pages are a part of it.
 */
export async function siteOfFolder(folder: string): Promise<FoundSite> {
  const path = resolve(folder);
  const above = contentFolder.test(basename(path)) ? dirname(path) : contentRoot.exec(path)?.[1];
  const roots = [{ root: folder, below: "" }];
  if (above !== undefined) roots.push({ root: above, below: relative(above, path) });
  for (const { root, below } of roots) {
    const main = await firstFile(root, siteConfigPaths);
    if (main !== undefined) return siteAt(root, below, main);
  }
  const { root, below } = roots.at(-1) ?? { root: folder, below: "" };
  return siteAt(root, below);
}

async function siteAt(root: string, folder: string, main?: ReadFile): Promise<FoundSite> {
  const others = main?.path.startsWith(splitFolder) === true ? await splitFiles(root) : [];
  const lists = await listPages(root, folder);
  const own = [...(main === undefined ? [] : [main]), ...others];
  try {
    for (const { problem } of own) if (problem !== undefined) throw problem;
    const files = [...own.map(({ path, text }) => ({ path, text })), ...lists];
    return readSiteConfig(files, { folder }) === undefined ? {} : { siteFiles: { files, folder } };
  } catch (error) {
    if (!(error instanceof SiteConfigError)) throw error;
    const place = { file: join(root, error.path) };
    return {
      ...(lists.length > 0 && { siteFiles: { files: lists, folder } }),
      note: { kind: "note", category: "site-configuration", text: error.message, place },
    };
  }
}

/** Returns the list pages in the folder and in the folders above it. */
async function listPages(root: string, folder: string): Promise<ConfigFile[]> {
  const parts = folder.split(sep).filter((part) => part !== "");
  const above = parts.map((_part, index) => join(...parts.slice(0, index), "."));
  const paths: string[] = [];
  for (const parent of above) {
    const names = await readdir(join(root, parent));
    paths.push(...names.filter(isListPage).map((name) => join(parent, name)));
  }
  for await (const { path, isLink } of filesIn(join(root, folder))) {
    if (!isLink && isListPage(path)) paths.push(join(folder, path));
  }
  const slashed = paths.map((path) => path.split(sep).join("/"));
  return relevantListPages(slashed, async (path) => (await textAt(join(root, path))) ?? "");
}

/** A file of the configuration. */
interface ReadFile extends ConfigFile {
  /** Given if the file is no text in its encoding. */
  problem?: SiteConfigError;
}

async function firstFile(root: string, paths: readonly string[]): Promise<ReadFile | undefined> {
  for (const path of paths) {
    const file = await fileAt(root, path);
    if (file !== undefined) return file;
  }
  return undefined;
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

async function splitFiles(root: string): Promise<ReadFile[]> {
  const names = (await readdir(join(root, splitFolder))).filter((name) => splitFile.test(name)).toSorted();
  const files = await Promise.all(names.map(async (name) => fileAt(root, `${splitFolder}/${name}`)));
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
