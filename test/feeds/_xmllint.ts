import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary_directory.ts";

/** Whether the tests by xmllint cannot run here. With `CI` set, they must. */
export function xmllintIsMissing(): boolean {
  try {
    execFileSync("xmllint", ["--version"], { stdio: "pipe" });
    return false;
  } catch (error) {
    if (process.env["CI"]) throw new Error("Cannot test XML: install libxml2-utils", { cause: error });
    console.warn('The tests by xmllint are skipped: install Debian\'s "libxml2-utils"');
    return true;
  }
}

/** @throws {Error} when one of these documents is no well-formed XML */
export function checkWellFormed(documents: readonly string[]): void {
  const { path, remove } = temporaryDirectory();
  const files = documents.map((_document, index) => join(path, `${index}.xml`));
  try {
    for (const [index, file] of files.entries()) writeFileSync(file, documents[index] ?? "");
    execFileSync("xmllint", ["--noout", "--nonet", ...files], { stdio: "pipe" });
  } finally {
    remove();
  }
}
