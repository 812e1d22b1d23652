import { type ImportFormat, sourceOfPath } from "./import_files.ts";

const longestName = 200;

/**
 * Returns the default name of the source of an import: a folder's name, or the format of an export. The names of several
 * sources are joined by `+`.
 */
export async function sourceName(
  paths: readonly string[],
  format: ImportFormat | undefined,
): Promise<string> {
  const names = await Promise.all(paths.map((path) => sourceOfPath(path, format)));
  return [...new Set(names)].toSorted().join("+").slice(0, longestName) || "files";
}
