/** The Markdown from one heading to the next. */
export interface MarkdownSection {
  /** Headings above the section, the outermost first, and its own. Empty before the first heading. */
  headings: readonly string[];
  /** Paragraphs, lists, code blocks and tables, each whole. */
  blocks: readonly string[];
}

const heading = /^(#{1,6}) (.*)$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/** Splits Markdown, as Postern writes it, at its headings and into its blocks. Lines in code blocks are neither. */
export function markdownSections(markdown: string): MarkdownSection[] {
  const sections: { headings: string[]; blocks: string[] }[] = [{ headings: [], blocks: [] }];
  let levels: { level: number; text: string }[] = [];
  let block: string[] = [];
  let open: string | undefined;
  const endBlock = (): void => {
    if (block.length > 0) sections.at(-1)?.blocks.push(block.join("\n"));
    block = [];
  };
  for (const line of markdown.split("\n")) {
    const [, marks] = fence.exec(line) ?? [];
    const [, signs = "", text = ""] = open === undefined ? (heading.exec(line) ?? []) : [];
    if (open !== undefined) {
      block.push(line);
      if (marks?.startsWith(open) === true && line.trim() === marks) open = undefined;
    } else if (signs !== "") {
      endBlock();
      levels = [...levels.filter(({ level }) => level < signs.length), { level: signs.length, text }];
      sections.push({ headings: levels.map((one) => one.text), blocks: [] });
    } else if (line === "") {
      endBlock();
    } else {
      // An indented line after an empty one continues a list.
      if (block.length === 0 && line.startsWith(" ")) continueLast(sections.at(-1)?.blocks ?? [], block);
      block.push(line);
      open = marks;
    }
  }
  endBlock();
  return sections;
}

function continueLast(blocks: string[], block: string[]): void {
  const last = blocks.pop();
  if (last !== undefined) block.push(last, "");
}

/**
 * Returns the beginning of Markdown whose size is at most a number, cut at the end of a line. A code block that is cut is closed.
 *
 * @param sizeOf returns the size of a text
 * @returns undefined if nothing but the fence of a code block fits
 */
export function cutMarkdown(
  markdown: string,
  most: number,
  sizeOf: (text: string) => number,
): string | undefined {
  const kept: string[] = [];
  let open: string | undefined;
  let left = most;
  for (const line of markdown.split("\n")) {
    const [, marks] = fence.exec(line) ?? [];
    left -= sizeOf(`${line}\n`);
    if (left < (open === undefined ? 0 : sizeOf(open))) break;
    kept.push(line);
    if (open === undefined) open = marks;
    else if (marks?.startsWith(open) === true && line.trim() === marks) open = undefined;
  }
  while (kept.at(-1)?.trim() === "") kept.pop();
  if (open !== undefined && kept.length > 1) kept.push(open);
  else if (open !== undefined) kept.pop();
  return kept.length === 0 ? undefined : kept.join("\n");
}
