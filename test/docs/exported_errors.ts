import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { entries } from "../../packaging/entries.ts";

/** An error class that the package exports. */
export interface ExportedError {
  name: string;
  /** Entries that export it, such as `postern/import`. */
  from: string[];
  /** First sentence of its docstring. */
  meaning: string;
}

/** Returns the names and values of each entry of the package. */
export async function loadEntries(): Promise<[entry: string, exported: Record<string, unknown>][]> {
  return Promise.all(
    Object.entries(entries).map(async ([name, source]) => [
      name === "index" ? "postern" : `postern/${name}`,
      (await import(/* @vite-ignore */ join(process.cwd(), source))) as Record<string, unknown>,
    ]),
  );
}

/** Returns the files of a folder whose names match, outside `node_modules`. */
export function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(file) && !file.includes("node_modules"))
    .map((file) => join(folder, file));
}

export function isErrorClass(value: unknown): boolean {
  return typeof value === "function" && value.prototype instanceof Error;
}

/** Returns the exported error classes, sorted by name. */
export async function exportedErrors(): Promise<ExportedError[]> {
  const meanings = meaningsOfClasses();
  const found = new Map<string, ExportedError>();
  for (const [entry, exported] of await loadEntries()) {
    for (const [name, value] of Object.entries(exported)) {
      if (!isErrorClass(value)) continue;
      const known = found.get(name) ?? { name, from: [], meaning: meanings.get(name) ?? "" };
      known.from.push(entry);
      found.set(name, known);
    }
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function meaningsOfClasses(): Map<string, string> {
  const meanings = new Map<string, string>();
  for (const file of ["lib", "adapters", "storage-drivers", "media-stores"].flatMap((folder) =>
    filesBelow(folder, /\.ts$/),
  )) {
    const classes = readFileSync(file, "utf8").matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:abstract )?class (\w+Error)\b/g,
    );
    for (const [, comment = "", name = ""] of classes) meanings.set(name, firstSentence(comment));
  }
  return meanings;
}

function firstSentence(comment: string): string {
  const lines = comment.split("\n").map((line) => line.trim().replace(/^\* ?/, ""));
  const text = lines
    .join(" ")
    .trim()
    .replaceAll(/\{@link (\w+)\}/g, "`$1`");
  const end = text.indexOf(". ");
  return end === -1 ? text : text.slice(0, end + 1);
}
