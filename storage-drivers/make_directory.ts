import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { privateDirectory } from "./private_files.ts";

/**
 * Makes a directory and those above it for the owner alone, where they do not exist.
 *
 * `mkdirSync` with `recursive` would do, but never returns below a folder that takes no folders, such as `/proc`.
 *
 * @throws {Error} with the system's `code`: `EACCES`, `ENOTDIR`, `EROFS`, …
 */
export function makeDirectory(path: string): void {
  const missing: string[] = [];
  let directory = resolve(path);
  while (statSync(directory, { throwIfNoEntry: false }) === undefined) {
    missing.unshift(directory);
    directory = dirname(directory);
  }
  for (const one of missing) makeOne(one);
}

/** Another process that starts at the same time may have made it. */
function makeOne(directory: string): void {
  try {
    mkdirSync(directory, { mode: privateDirectory });
  } catch (error) {
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
