import type { ImportFormat } from "./file_format.ts";
import { sourceOfPath } from "./import_files.ts";
import { isSiteAddress } from "./wordpress_site/site_arguments.ts";

const longestName = 200;

/**
 * Returns the default name of the source of an import: a folder's name, or the format of an export. A WordPress site has that of its export,
 * so that both are the same source. The names of several sources are joined by `+`.
 */
export async function sourceName(
  paths: readonly string[],
  format: ImportFormat | undefined,
): Promise<string> {
  const names = await Promise.all(
    paths.map(async (path) => (isSiteAddress(path) ? "wordpress" : sourceOfPath(path, format))),
  );
  return [...new Set(names)].toSorted().join("+").slice(0, longestName) || "files";
}
