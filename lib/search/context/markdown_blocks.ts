import { markdownLines } from "../../base/text/markdown_lines.ts";
import { splitText } from "../passages/post_passages.ts";

/** Size of the parts of a long section in characters. A code block or a table is never split. */
const partSize = 1200;
const listMarker = /^(?:[-*+]|\d{1,9}[.)]) /;

/** Splits Markdown into parts of a usual size, between its blocks. A long paragraph is split, and a long list between its items. */
export function markdownParts(markdown: string): string[] {
  return joined(markdownBlocks(markdown).flatMap(splitBlock), "\n\n");
}

/** Returns the paragraphs, lists, code blocks and tables of Markdown. */
function markdownBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  const endBlock = (): void => {
    if (block.length > 0) blocks.push(block.join("\n"));
    block = [];
  };
  for (const { text, before } of markdownLines(markdown)) {
    if (text === "" && before === "") {
      endBlock();
      continue;
    }
    // An indented line after an empty one continues a list.
    const last = block.length === 0 && text.startsWith(" ") ? blocks.pop() : undefined;
    block.push(...(last === undefined ? [text] : [last, "", text]));
  }
  endBlock();
  return blocks;
}

function splitBlock(block: string): string[] {
  if (listMarker.test(block)) return joined(listItems(block), "\n");
  const isProse = !block.includes("\n") && !/^ *[>|<`~]/.test(block);
  return isProse ? splitText(block, partSize) : [block];
}

function listItems(list: string): string[] {
  const items: string[][] = [];
  for (const line of list.split("\n")) {
    if (listMarker.test(line)) items.push([line]);
    else items.at(-1)?.push(line);
  }
  return items.map((lines) => lines.join("\n"));
}

/** Joins texts to texts of at most the usual size, unless one is longer. */
function joined(texts: readonly string[], separator: string): string[] {
  const parts: { texts: string[]; length: number }[] = [];
  for (const text of texts) {
    const part = parts.at(-1);
    if (part === undefined || part.length + text.length > partSize) {
      parts.push({ texts: [text], length: text.length });
    } else {
      part.texts.push(text);
      part.length += text.length;
    }
  }
  return parts.map((part) => part.texts.join(separator));
}
