import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { privateDirectory } from "./private_files.ts";
import { type Check, textRule } from "../../lib/base/input/check_options.ts";
import { syncDirectorySync } from "./sync.ts";
import { systemErrorCode } from "./system_error_text.ts";

/** Beginnings that only a shell replaces. */
const shellWord = /^(?:~|\$[\w{(]|%\w+%)/;
// oxlint-disable-next-line no-control-regex -- a name with a line end is a mistake of a settings file
const control = /[\u0000-\u001f\u007f]/;

/** Allows names of directories. */
export const directoryRule: Check = pathRule("directory");

/** Allows names of files. */
export const fileRule: Check = pathRule("file");

function pathRule(kind: string): Check {
  return textRule(
    `the name of a ${kind} without ~ or a variable at its beginning, which only a shell replaces, and without control characters`,
    (path) => path !== "" && !shellWord.test(path) && !control.test(path),
  );
}

/**
 * Creates a directory and its missing parents, accessible only to the owner. Waits until their names are on the disk: otherwise a power loss
 * could remove a store whose files are on the disk.
 *
 * `mkdirSync` with `recursive` never returns in a directory that cannot contain directories, such as `/proc`.
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
  for (const one of missing) createOne(one);
}

/** Creates one directory, unless another process has just created it. */
function createOne(directory: string): void {
  try {
    mkdirSync(directory, { mode: privateDirectory });
  } catch (error) {
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
  try {
    syncDirectorySync(dirname(directory));
  } catch (error) {
    // A directory that can be written, but not read, cannot be flushed.
    if (systemErrorCode(error) !== "EACCES") throw error;
  }
}
