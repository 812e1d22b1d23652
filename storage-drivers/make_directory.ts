import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Not for every user of the machine: names, addresses and hashes of keys are kept there. */
const rights = 0o750;

/**
 * Makes a directory and those above it, where they do not exist.
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
    mkdirSync(directory, { mode: rights });
  } catch (error) {
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
