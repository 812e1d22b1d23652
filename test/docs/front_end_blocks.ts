import { readFileSync } from "node:fs";

/** Returns the blocks of docs/front_ends.md that are files of a site, by the path that the text before them names. */
export function frontEndBlocks(): Map<string, string> {
  const page = readFileSync("docs/front_ends.md", "utf8");
  const blocks = page.matchAll(/^`((?:app|src)\/[^`]+)`.*:\n\n```[\w ]+\n([^]*?)^```$/gm);
  return new Map(Array.from(blocks, ([, path = "", code = ""]) => [path, code]));
}
