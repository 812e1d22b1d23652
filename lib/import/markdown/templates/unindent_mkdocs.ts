import { mostFenceIndent } from "./code_ranges.ts";

/** A block of MkDocs: an admonition or a tab, whose content is indented by four columns. */
interface OpenBlock {
  /** Columns before the marker in the source. */
  indent: number;
  /** Line that ends the block in Markdown. Undefined for a tab. */
  end: string | undefined;
}

const step = 4;
const admonition =
  /^(?:!!!|\?\?\?\+?)[ \t]{1,9}([A-Za-z][\w-]{0,50})(?: [\w -]{0,100}?)?(?:[ \t]{1,9}"([^"\n]{0,500})")?[ \t]*$/;
const tab = /^===[!+]?[ \t]{1,9}"([^"\n]{1,500})"[ \t]*$/;
const fenceMark = /^(?:`{3,}|~{3,})/;

/** Turns the indented blocks of MkDocs into Markdown: `!!! note "Title"` becomes `:::note[Title]`, and `=== "Tab"` a bold line. */
export function unindentMkdocs(text: string): string {
  if (!/^[ \t]*(?:!!!|\?\?\?|===)/m.test(text)) return text;
  const lines: string[] = [];
  const open: OpenBlock[] = [];
  let [fence, fenceIndent] = ["", 0];
  for (const line of text.split("\n")) {
    const indent = columnsOf(line);
    const content = line.trimStart();
    if (fence === "" && content !== "") closeBlocks(open, indent, lines);
    const strip = Math.min(open.length * step, indent);
    const before = " ".repeat(indent - strip);
    if (fence !== "") {
      const [mark = ""] = fenceMark.exec(content) ?? [];
      const isEnd = mark.startsWith(fence) && content.trim() === mark;
      if (isEnd && indent <= fenceIndent + mostFenceIndent) fence = "";
      lines.push(before + content);
      continue;
    }
    const [whole, type = "", title = ""] = admonition.exec(content) ?? [];
    const [, label] = tab.exec(content) ?? [];
    if (whole !== undefined) {
      lines.push(`${before}:::${type}${title === "" ? "" : `[${title}]`}`);
      open.push({ indent, end: `${before}:::` });
    } else if (label !== undefined) {
      lines.push(`${before}**${label}**`, "");
      open.push({ indent, end: undefined });
    } else {
      [fence = ""] = fenceMark.exec(content) ?? [];
      fenceIndent = indent;
      lines.push(content === "" ? "" : before + content);
    }
  }
  closeBlocks(open, -1, lines);
  return lines.join("\n");
}

/** Ends the blocks whose content is indented further than a line. */
function closeBlocks(open: OpenBlock[], indent: number, lines: string[]): void {
  for (let block = open.at(-1); block !== undefined && indent < block.indent + step; block = open.at(-1)) {
    open.pop();
    if (block.end !== undefined) lines.push(block.end);
  }
}

/** Returns the columns of white space at the beginning of a line. A tab ends at a multiple of four columns. */
function columnsOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === " ") columns++;
    else if (character === "\t") columns += step - (columns % step);
    else break;
  }
  return columns;
}
