import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { importSection } from "./import_rules.ts";
import { formatMarkdown } from "./format_markdown.ts";

const begin = "<!-- imports: made by `npx vitest run test/docs/architecture.test.ts -u` -->";
const end = "<!-- end of imports -->";

it("ARCHITECTURE.md shows the import rules and the imports of today", async () => {
  const [before, rest = ""] = readFileSync("ARCHITECTURE.md", "utf8").split(begin);
  const [, after] = rest.split(end);
  const page = `${before}${begin}\n\n${importSection()}\n\n${end}${after}`;
  const formatted = await formatMarkdown(page);
  await expect(formatted).toMatchFileSnapshot("../../ARCHITECTURE.md");
});
