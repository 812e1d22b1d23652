import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { describe, expect, it } from "vitest";
import { FrontMatterError, markdownToPost } from "../../lib/import/mod.ts";

/** Reads a post and ignores refusals. Reading and refusing must both take linear time. */
function read(text: string): void {
  try {
    markdownToPost(text, "a", { now: 0 });
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
  }
}

const yaml: readonly (readonly [name: string, make: (size: number) => string])[] = [
  ["nested keys", (size) => "? ".repeat(size)],
  ["nested lists", (size) => "- ".repeat(size)],
  ["open brackets", (size) => "[".repeat(size)],
  ["open braces", (size) => "{a: ".repeat(size)],
  ["distinct keys", (size) => Array.from({ length: size }, (_, index) => `k${index}: 1`).join("\n")],
  ["keys without values", (size) => Array.from({ length: size }, (_, index) => `k${index}:`).join("\n")],
  ["equal keys", (size) => "a: 1\n".repeat(size)],
  ["anchors", (size) => "&a ".repeat(size)],
  ["tags", (size) => "!!str ".repeat(size)],
  ["aliases without anchors", (size) => "- *a\n".repeat(size)],
  ["items", (size) => `a:\n${"  - b\n".repeat(size)}`],
  ["flow items", (size) => `a: [${"b, ".repeat(size)}]`],
  ["escapes", (size) => `a: "${String.raw`\"`.repeat(size)}`],
  ["quotes", (size) => `a: '${"''".repeat(size)}`],
  ["lines of a plain text", (size) => `a: ${"x\n  ".repeat(size)}`],
  ["lines of a block", (size) => `a: |\n${"  x\n".repeat(size)}`],
  ["comments", (size) => "# x\n".repeat(size)],
  ["colons", (size) => ": ".repeat(size)],
  ["documents", (size) => "--- a\n".repeat(size)],
  ["closing brackets", (size) => "] ".repeat(size)],
];

const toml: readonly (readonly [name: string, make: (size: number) => string])[] = [
  ["keys", (size) => Array.from({ length: size }, (_, index) => `k${index} = 1`).join("\n")],
  ["tables", (size) => Array.from({ length: size }, (_, index) => `[t${index}]`).join("\n")],
  ["arrays of tables", (size) => "[[a]]\n".repeat(size)],
  ["open arrays", (size) => `a = ${"[".repeat(size)}`],
  ["inline tables", (size) => `a = ${"{a = ".repeat(size)}`],
  ["escapes", (size) => `a = "${String.raw`\"`.repeat(size)}`],
  ["comments", (size) => "# x\n".repeat(size)],
];

describe("front matter in YAML is read in linear time with many", () => {
  it.each(yaml)("%s", async (_name, make) => {
    const file = (size: number): string => `---\n${make(size)}\n---\ntext`;
    expect(await findSuperlinearGrowth(file, read)).toBeUndefined();
  });
});

describe("front matter in TOML is read in linear time with many", () => {
  it.each(toml)("%s", async (_name, make) => {
    const file = (size: number): string => `+++\n${make(size)}\n+++\ntext`;
    expect(await findSuperlinearGrowth(file, read)).toBeUndefined();
  });
});

describe("front matter in JSON is read in linear time with many", () => {
  it.each([
    ["names", (size: number) => Array.from({ length: size }, (_, index) => `"k${index}": 1`).join(",\n")],
    ["levels", (size: number) => `"date": ${"[".repeat(size)}${"]".repeat(size)}`],
  ])("%s", async (_name, make) => {
    const file = (size: number): string => `{\n${make(size)}\n}\ntext`;
    expect(await findSuperlinearGrowth(file, read)).toBeUndefined();
  });
});
