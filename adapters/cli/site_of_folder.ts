import { open, readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import {
  type ConfigFile,
  type ImportNote,
  readSiteConfig,
  SiteConfigError,
  type SiteFiles,
  siteConfigPaths,
} from "../../lib/import/mod.ts";

/** Folders of content in the root of a site. */
const contentFolder = /^(?:_.*|content|src)$/;
const splitFolder = "config/_default";
const splitFile = /^(?:languages|permalinks|module)(?:\.[\w-]{1,50})?\.(?:toml|ya?ml|json)$/;
/** Maximum length of a configuration in bytes. Readers accept 65,536 characters. */
const maxBytes = 262_144;

/** The configuration of the site that a folder belongs to, or the note that it cannot be read. */
export interface FoundSite {
  siteFiles?: SiteFiles;
  note?: ImportNote;
}

/** Looks for the configuration of a Jekyll or Hugo site: in the folder, or above a folder such as `_posts` or `content`. */
export async function siteOfFolder(folder: string): Promise<FoundSite> {
  const own = await siteAt(folder, "");
  const path = resolve(folder);
  if (own !== undefined || !contentFolder.test(basename(path))) return own ?? {};
  return (await siteAt(dirname(path), basename(path))) ?? {};
}

async function siteAt(root: string, folder: string): Promise<FoundSite | undefined> {
  const main = await firstFile(root, siteConfigPaths);
  if (main === undefined) return undefined;
  const others = main.path.startsWith(splitFolder) ? await splitFiles(root) : [];
  try {
    const files = [main, ...others];
    return readSiteConfig(files, { folder }) && { siteFiles: { files, folder } };
  } catch (error) {
    if (!(error instanceof SiteConfigError)) throw error;
    const place = { file: join(root, error.path) };
    return { note: { kind: "note", category: "site-configuration", text: error.message, place } };
  }
}

async function firstFile(root: string, paths: readonly string[]): Promise<ConfigFile | undefined> {
  for (const path of paths) {
    const text = await textAt(join(root, path));
    if (text !== undefined) return { path, text };
  }
  return undefined;
}

async function splitFiles(root: string): Promise<ConfigFile[]> {
  const names = (await readdir(join(root, splitFolder))).filter((name) => splitFile.test(name)).toSorted();
  const files = names.map(async (name) => {
    const path = `${splitFolder}/${name}`;
    return { path, text: (await textAt(join(root, path))) ?? "" };
  });
  return Promise.all(files);
}

/** Returns the beginning of a file, or undefined if it does not exist or cannot be read. */
async function textAt(file: string): Promise<string | undefined> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(maxBytes), 0, maxBytes);
      return new TextDecoder().decode(buffer.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
