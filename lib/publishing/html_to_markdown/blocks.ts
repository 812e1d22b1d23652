/** A block of Markdown. */
export type Block = Leaf | Quote | List | Note;

/** A block without other blocks, with its Markdown. `html` ends at an empty line. */
export interface Leaf {
  type: "paragraph" | "heading" | "fence" | "table" | "html" | "rule";
  markdown: string;
}

/** A quotation, or an alert such as `[!NOTE]`. */
export interface Quote {
  type: "quote";
  alert?: string;
  blocks: Block[];
}

export interface List {
  type: "list";
  /** Number of the first item. Undefined for a list with bullets. */
  start: number | undefined;
  /** True if an item has a paragraph element. */
  isLoose: boolean;
  items: Block[][];
}

/** The text of a footnote. */
export interface Note {
  type: "note";
  label: string;
  blocks: Block[];
}

/** Writes blocks as lines of Markdown. */
export function writeBlocks(blocks: readonly Block[]): string[] {
  return joinBlocks(
    blocks,
    blocks.map(() => true),
  );
}

/** Joins blocks, with an empty line before each block that needs one. */
function joinBlocks(blocks: readonly Block[], needsLine: readonly boolean[]): string[] {
  const lines: string[] = [];
  let marker = "";
  blocks.forEach((block, index) => {
    if (index > 0 && needsLine[index] === true) lines.push("");
    marker = block.type === "list" ? markerAfter(marker, block) : "";
    for (const line of writeBlock(block, marker)) lines.push(line);
  });
  return lines;
}

function writeBlock(block: Block, marker: string): string[] {
  if (block.type === "quote") return writeQuote(block).map((line) => (line === "" ? ">" : `> ${line}`));
  if (block.type === "list") return writeList(block, marker);
  if (block.type === "note") return writeItem(writeBlocks(block.blocks), `[^${block.label}]: `, "    ");
  return block.markdown.split("\n");
}

function writeQuote({ alert, blocks }: Quote): string[] {
  const lines = writeBlocks(blocks);
  if (alert === undefined) return lines;
  return blocks[0]?.type === "paragraph" ? [alert, ...lines] : [alert, "", ...lines];
}

/** Returns the marker of a list. A list with the marker of the list before it would continue that list. */
function markerAfter(previous: string, { start }: List): string {
  if (start === undefined) return previous === "-" ? "*" : "-";
  return previous === "." ? ")" : ".";
}

function writeList({ start, isLoose, items }: List, marker: string): string[] {
  const needsLine = items.map((blocks) => blocks.map((block, index) => !canFollow(blocks[index - 1], block)));
  const hasLines = isLoose || needsLine.some((item) => item.slice(1).includes(true));
  return items.flatMap((blocks, index) => {
    const prefix = start === undefined ? `${marker} ` : `${start + index}${marker} `;
    const lines = joinBlocks(blocks, hasLines ? blocks.map(() => true) : (needsLine[index] ?? []));
    const item = writeItem(lines, prefix, " ".repeat(prefix.length));
    return hasLines && index > 0 ? ["", ...item] : item;
  });
}

function writeItem(lines: readonly string[], prefix: string, indent: string): string[] {
  const [first = "", ...rest] = lines;
  return [
    first === "" ? prefix.trimEnd() : prefix + first,
    ...rest.map((line) => (line === "" ? "" : indent + line)),
  ];
}

/** True if a block of a tight list item can follow another one without an empty line, which would make the list loose. */
function canFollow(previous: Block | undefined, block: Block): boolean {
  if (previous === undefined) return true;
  if (previous.type !== "paragraph" && previous.type !== "heading" && previous.type !== "fence") return false;
  if (block.type !== "list")
    return block.type === "fence" || block.type === "quote" || block.type === "heading";
  const isEmpty = block.items[0]?.length === 0;
  return !isEmpty && (block.start ?? 1) === 1;
}
