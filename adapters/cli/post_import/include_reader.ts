import { readFile, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { FileDecoder } from "../../../lib/base/text/file_decoder.ts";
import { mostIncludedBytes } from "../../../lib/import/files/mod.ts";

/**
 * Returns a function that reads the files that posts of a folder include, by their paths from the root of the site. It returns undefined for
 * hidden files, for files that are outside of the folder by their real path, and for files that are no text.
 *
 * @param below path of the folder from the root of the site
 */
export function includeReader(folder: string, below: string): (path: string) => Promise<string | undefined> {
  const prefix = below === "" ? "" : `${below}/`;
  return async (path) => {
    if (!path.startsWith(prefix)) return undefined;
    try {
      const base = await realpath(folder);
      const real = await realpath(join(folder, path.slice(prefix.length)));
      const isInside = real.startsWith(base.endsWith(sep) ? base : base + sep);
      const isHidden = relative(base, real)
        .split(sep)
        .some((part) => part.startsWith(".") || part === "node_modules");
      if (!isInside || isHidden) return undefined;
      const found = await stat(real);
      return found.isFile() && found.size <= mostIncludedBytes
        ? new FileDecoder().decode(await readFile(real))
        : undefined;
    } catch {
      return undefined;
    }
  };
}
