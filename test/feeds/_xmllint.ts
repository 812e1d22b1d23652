import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { programIsMissing } from "../program_is_missing.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

/** True if xmllint is missing, so that its tests are skipped. With `CI` set, they must run. */
export function xmllintIsMissing(): boolean {
  return programIsMissing({ command: "xmllint", install: "libxml2-utils" });
}

/** @throws {Error} if a document is not well-formed XML */
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
