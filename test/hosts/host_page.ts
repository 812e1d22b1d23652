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
  const fences = readFileSync(page, "utf8").matchAll(/(?:^|\n)([^\n]*(?:\n[^\n]+)*)\n\n```(\w+)[^\n]*\n([^]*?)\n```/g);
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

/** Returns the commands of the first block of the shell whose paragraph matches. */
function commandsOf(blocks: readonly Block[], paragraph: RegExp): string {
  const found = blocks.find((block) => block.language === "bash" && paragraph.test(block.paragraph));
  if (found === undefined) throw new Error(`The page has no block of commands after ${String(paragraph)}`);
  return found.code;
}

/**
 * Reads a page of `docs/hosts/`: `node host_page.ts paste PAGE FOLDER` writes its files into a folder, and `node host_page.ts commands PAGE
 * PARAGRAPH` prints the commands after the first paragraph that matches.
 */
const [action, page = "", argument = ""] = process.argv.slice(2);
const blocks = blocksOf(page);
if (action === "paste") paste(blocks, argument);
else console.log(commandsOf(blocks, new RegExp(argument)));
