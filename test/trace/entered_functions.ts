import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** A script's functions, as V8's precise coverage counts their calls. */
export interface ScriptCoverage {
  url: string;
  functions: FunctionCoverage[];
}

interface FunctionCoverage {
  functionName: string;
  ranges: { startOffset: number; count: number }[];
}

/** A function of the product that was called. */
export interface EnteredFunction {
  /** From the project's folder: `lib/api/public/posts/get_post.ts`. */
  file: string;
  /** Empty for a function without a name. */
  name: string;
}

/** Those of the product's functions that were called, by file, and within a file from its head. */
export function enteredFunctions(coverage: readonly ScriptCoverage[]): EnteredFunction[] {
  return coverage
    .map(({ url, functions }) => ({ file: sourceOf(url), functions }))
    .filter(({ file }) => /^(?:lib|adapters|storage-drivers)\//.test(file))
    .toSorted((one, other) => (one.file < other.file ? -1 : 1))
    .flatMap(({ file, functions }) =>
      functions
        .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
        .toSorted((one, other) => startOf(one) - startOf(other))
        .map(({ functionName }) => ({ file, name: functionName })),
    );
}

export function sizeOf(entered: readonly EnteredFunction[]): { files: number; functions: number } {
  return { files: new Set(entered.map(({ file }) => file)).size, functions: entered.length };
}

function sourceOf(url: string): string {
  return relative("dist", fileURLToPath(url)).replace(/\.js$/, ".ts");
}

function startOf({ ranges }: FunctionCoverage): number {
  return ranges[0]?.startOffset ?? 0;
}
