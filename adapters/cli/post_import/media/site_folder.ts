import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { siteConfigPaths } from "../../../../lib/import/mod.ts";
import { CliError } from "../../frame/exit/cli_error.ts";

/**
 * Returns the folder of the site that a path belongs to: the nearest folder at or above it with the configuration of a site generator.
 * Without one, it is the path's own folder. Exports have their files beside them.
 */
export async function siteFolder(path: string): Promise<string> {
  const { own, isExport } = await ownFolder(path);
  if (isExport) return own;
  for (let folder = own; ; folder = dirname(folder)) {
    const names = await readdir(folder).catch((): string[] => []);
    if (names.some((name) => name === "package.json" || siteConfigPaths.includes(name))) return folder;
    if (folder === dirname(folder)) return own;
  }
}

/** @throws {CliError} if the folder does not exist */
export async function givenFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return realpath(path);
  throw new CliError(`Cannot find media in ${path}: there is no such folder`);
}

async function ownFolder(path: string): Promise<{ own: string; isExport: boolean }> {
  try {
    const real = await realpath(resolve(path));
    const isFolder = (await stat(real)).isDirectory();
    return { own: isFolder ? real : dirname(real), isExport: !isFolder && /\.(?:xml|json|csv)$/i.test(real) };
  } catch (cause) {
    throw new CliError(`Cannot import ${path}: there is no such file or folder`, { cause });
  }
}
