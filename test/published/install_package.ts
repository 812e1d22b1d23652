import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A file of the packed package. */
export interface PackedFile {
  path: string;
  size: number;
}

/**
 * Packs what `npm run build` wrote, as npm publishes it, and installs it in an empty folder outside the repository, with other packages of npm.
 * Returns the packed files.
 * Packing builds nothing here, because other tests read `bundle/` at the same time.
 */
export async function installPackage(folder: string, others: readonly string[] = []): Promise<PackedFile[]> {
  if (!existsSync("bundle")) throw new Error("There is no bundle: run `npm run build` before this test");
  const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await run("npm", pack, { maxBuffer: 2 ** 24 });
  const packed = Object.values(
    JSON.parse(stdout) as Record<string, { filename: string; files: PackedFile[] }>,
  );
  const [{ filename, files } = { filename: "", files: [] }] = packed;
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", ["install", ...quiet, `./${filename}`, ...others], { cwd: folder, timeout: 280_000 });
  return files;
}
