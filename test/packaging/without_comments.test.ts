import { expect, it } from "vitest";
import { withoutComments } from "../../packaging/without_comments.ts";

it.each([
  ["// one\nconst a = 1; // two", "\nconst a = 1; "],
  ["/**\n * Adds.\n */\nfunction add() {}", "\n\n\nfunction add() {}"],
  [
    "function add(/* first */ a: number) {\n  return a;\n  // last\n}",
    "function add( a: number) {\n  return a;\n\n}",
  ],
  ["const list = [\n  1, // one\n  2,\n];", "const list = [\n  1, \n  2,\n];"],
])("removes comments, and keeps lines: %j", (source, expected) => {
  expect(withoutComments(source)).toBe(expected);
});

it.each([
  'const url = "https://acme.example"; const star = "/* */";',
  "const link = `//${host}/* ${a} */`;",
  String.raw`const pattern = /\/\/[/*]+/;`,
  "const half = a / b / c;",
])("keeps the text of literals: %j", (source) => {
  expect(withoutComments(source)).toBe(source);
});
