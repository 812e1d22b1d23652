/** A costly shape of a file with front matter: a name, and a function that creates a file with a number of units. */
export type FrontMatterShape = readonly [name: string, make: (size: number) => string];

const yaml: readonly FrontMatterShape[] = [
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

const toml: readonly FrontMatterShape[] = [
  ["keys", (size) => Array.from({ length: size }, (_, index) => `k${index} = 1`).join("\n")],
  ["tables", (size) => Array.from({ length: size }, (_, index) => `[t${index}]`).join("\n")],
  ["arrays of tables", (size) => "[[a]]\n".repeat(size)],
  ["open arrays", (size) => `a = ${"[".repeat(size)}`],
  ["inline tables", (size) => `a = ${"{a = ".repeat(size)}`],
  ["escapes", (size) => `a = "${String.raw`\"`.repeat(size)}`],
  ["comments", (size) => "# x\n".repeat(size)],
];

const json: readonly FrontMatterShape[] = [
  ["names", (size) => Array.from({ length: size }, (_, index) => `"k${index}": 1`).join(",\n")],
  ["levels", (size) => `"date": ${"[".repeat(size)}${"]".repeat(size)}`],
];

function inFile(shapes: readonly FrontMatterShape[], start: string, end: string): FrontMatterShape[] {
  return shapes.map(([name, make]) => [name, (size) => `${start}\n${make(size)}\n${end}\ntext`]);
}

/** Files with front matter, by its format. */
export const HOSTILE_FRONT_MATTER: Readonly<Record<"YAML" | "TOML" | "JSON", readonly FrontMatterShape[]>> = {
  YAML: inFile(yaml, "---", "---"),
  TOML: inFile(toml, "+++", "+++"),
  JSON: inFile(json, "{", "}"),
};
