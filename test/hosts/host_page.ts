import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Block {
  /** The paragraph before the block. */
  paragraph: string;
  language: string;
  code: string;
}

const fileName = /`([\w./[\]-]+\.(?:js|ts|toml))`/;

/** Returns the blocks of code of a Markdown page. */
function blocksOf(page: string): Block[] {
  const fences = readFileSync(page, "utf8").matchAll(
    /(?:^|\n)([^\n]*(?:\n[^\n]+)*)\n\n```(\w+)(?: [^\n]*)?\n([^]*?)\n```/g,
  );
  return [...fences].map(([, paragraph = "", language = "", code = ""]) => ({ paragraph, language, code }));
}

/** Writes the blocks whose paragraph names a file into the folder of an app. */
function paste(blocks: readonly Block[], folder: string): void {
  const written = new Set<string>();
  for (const { paragraph, language, code } of blocks) {
    const [, file] = fileName.exec(paragraph) ?? [];
    if (file === undefined || written.has(file) || !["js", "ts", "toml"].includes(language)) continue;
    written.add(file);
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${code}\n`);
  }
  console.log([...written].join("\n"));
}

/** Returns the first block of a language whose paragraph matches. */
function codeOf(blocks: readonly Block[], language: string, paragraph: RegExp): string {
  const found = blocks.find((block) => block.language === language && paragraph.test(block.paragraph));
  if (found === undefined) throw new Error(`The page has no block of ${language} after ${String(paragraph)}`);
  return found.code;
}

/**
 * Reads a page of the documentation: `node host_page.ts paste PAGE FOLDER` writes its files into a folder, and `node host_page.ts print PAGE
 * LANGUAGE PARAGRAPH` prints the first block of a language whose paragraph matches.
 */
const [action, page = "", argument = "", paragraph = ""] = process.argv.slice(2);
const blocks = blocksOf(page);
if (action === "paste") paste(blocks, argument);
else console.log(codeOf(blocks, argument, new RegExp(paragraph)));
