import { FrontMatterError, readData } from "../../front_matter/front_matter.ts";
import { segmentsOf, textOf } from "../config_values.ts";
import { matchesGlob } from "./glob.ts";
import type { GeneratorName } from "../generators.ts";

/** Returns true if a configuration excludes a file, by its path below the folder of content. */
export type IsExcluded = (path: string) => boolean;

/** Readers of the patterns of files that a generator leaves out. */
const readers: Readonly<Partial<Record<GeneratorName, (text: string) => IsExcluded>>> = {
  mkdocs: (text) => gitIgnored(namesIn(text)),
  vitepress: (text) => anyGlob(arrayIn(text, "srcExclude")),
  docusaurus: (text) => anyGlob(arrayIn(text, "exclude")),
};

/** Reads the patterns of a configuration. Without patterns, no file is excluded. */
export function excludedFiles(generator: GeneratorName, text: string): IsExcluded {
  return readers[generator]?.(text) ?? (() => false);
}

function anyGlob(patterns: readonly string[]): IsExcluded {
  return (path) => patterns.some((pattern) => matchesGlob(pattern, path));
}

/** Returns the lines of `exclude_docs` and `draft_docs`, which the site is built without. */
function namesIn(text: string): string[] {
  try {
    const { exclude_docs: excluded, draft_docs: drafts } = readData(text, "yml");
    return [excluded, drafts]
      .flatMap((lines) => (textOf(lines) ?? "").split("\n"))
      .map((line) => line.trim());
  } catch (error) {
    if (error instanceof FrontMatterError) return [];
    throw error;
  }
}

/** Compares paths as Git does with the lines of `.gitignore`. The last line that matches counts. */
function gitIgnored(lines: readonly string[]): IsExcluded {
  const rules = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const isExcluded = !line.startsWith("!");
      const pattern = line.replace(/^!/, "").replace(/\/$/, "");
      const isAnchored = pattern.includes("/");
      return { isExcluded, pattern: isAnchored ? pattern.replace(/^\//, "") : `**/${pattern}` };
    });
  return (path) => {
    const parts = segmentsOf(path);
    const paths = parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
    return (
      rules.findLast(({ pattern }) => paths.some((one) => matchesGlob(pattern, one)))?.isExcluded ?? false
    );
  };
}

/** Returns the texts of an array with a name in JavaScript. */
function arrayIn(text: string, name: string): string[] {
  const arrays = text.matchAll(new RegExp(String.raw`\b${name}\s{0,20}:\s{0,20}\[([^\]]{0,5000})\]`, "g"));
  return [...arrays].flatMap(([, content = ""]) =>
    [...content.matchAll(/(["'`])([^"'`\n]{1,200})\1/g)].map(([, , pattern = ""]) => pattern),
  );
}
