import type { MarkdownIt, StateBlock, StateCore, Token } from "markdown-it";
import { isIndentedCode, lineText, lineWith } from "./indented_blocks.ts";

const blockTag =
  /^<(address|article|aside|blockquote|center|details|dialog|dir|div|dl|fieldset|figure|footer|form|h[1-6]|header|iframe|main|nav|ol|p|section|table|ul|video|audio)(?=[\s>])/i;
const markdownAttribute = /\smarkdown\s{0,5}=\s{0,5}(?:"[^"]{0,20}"|'[^']{0,20}'|\w{1,20})/;
const wholeElement = /^(<([a-z][a-z0-9]{0,20})[^<>]{0,2000}>)(.*)(<\/\2>)\s*$/i;
const spanTag =
  /^<(?:a|b|br|code|del|em|i|img|ins|kbd|mark|s|small|span|strong|sub|sup|u|wbr)(?:\s[^<>]{0,2000})?\/?>\s*$/i;
const closingTag = /^<\/[a-z][a-z0-9]{0,20}>\s*$/i;

/**
 * Adds blocks that kramdown reads differently: HTML up to its closing tag, `markdown="1"`, tables without a heading, the
 * mark `^` that ends a block, and the paragraphs of list items.
 */
export function addKramdownBlocks(parser: MarkdownIt): void {
  const alt = ["paragraph", "reference", "blockquote"];
  parser.block.ruler.before("html_block", "kramdown_html", htmlBlock, { alt });
  parser.block.ruler.before("html_block", "kramdown_spans", spanLine, { alt: [] });
  parser.block.ruler.before("html_block", "kramdown_end", endMark, { alt });
  parser.block.ruler.before("table", "kramdown_table", plainTable);
  parser.core.ruler.after("block", "kramdown_items", hideItemParagraphs);
}

/** Adds an element whose content is one line of Markdown. */
function pushElement(
  state: StateBlock,
  line: number,
  { open, content, close }: { open: string; content: string; close: string },
): void {
  pushHtml(state, line, line + 1, open);
  state.push("paragraph_open", "p", 1).hidden = true;
  const inline = state.push("inline", "", 0);
  inline.content = content.trim();
  inline.children = [];
  state.push("paragraph_close", "p", -1).hidden = true;
  pushHtml(state, line, line + 1, close);
}

/** A line with only the tag of an element within lines begins a paragraph. */
function spanLine(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const text = lineWith(state, line, "<");
  if (silent || text === undefined || !spanTag.test(text)) return false;
  // The last rule reads paragraphs.
  return state.md.block.ruler.getRules("").at(-1)?.(state, line, endLine, silent) === true;
}

function htmlBlock(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const text = lineWith(state, line, "<");
  if (text === undefined) return false;
  const [, name] = blockTag.exec(text) ?? [];
  const hasMarkdown = name !== undefined && markdownAttribute.test(text);
  if (hasMarkdown || closingTag.test(text)) {
    const isTagLine = text.trimEnd().endsWith(">");
    if (!isTagLine) return false;
    const [, open = "", , content, close = ""] = (hasMarkdown ? wholeElement.exec(text) : null) ?? [];
    if (silent) return true;
    if (content === undefined) pushHtml(state, line, line + 1, text.replace(markdownAttribute, ""));
    else pushElement(state, line, { open: open.replace(markdownAttribute, ""), content, close });
    return true;
  }
  if (name === undefined) return false;
  const next = endOfElement(state, { line, endLine, name: name.toLowerCase() });
  if (next === undefined) return false;
  if (!silent) pushHtml(state, line, next, state.getLines(line, next, state.blkIndent, true));
  return true;
}

function pushHtml(state: StateBlock, line: number, next: number, content: string): void {
  const token = state.push("html_block", "", 0);
  token.map = [line, next];
  token.content = content.endsWith("\n") ? content : `${content}\n`;
  state.line = next;
}

/** Returns the line after an element's end. If one element has no end, later ones with its name are not searched. */
function endOfElement(
  state: StateBlock,
  { line, endLine, name }: { line: number; endLine: number; name: string },
): number | undefined {
  const key = `kramdownOpen ${name}`;
  if (state.env[key] === true) return undefined;
  const tags = new RegExp(`<(/?)${name}(?=[\\s>/])`, "gi");
  let depth = 0;
  for (let next = line; next < endLine; next++) {
    if ((state.sCount[next] ?? 0) < state.blkIndent && !state.isEmpty(next)) break;
    const text = lineText(state, next);
    // The content of an element that contains Markdown cannot be taken as it is.
    if (markdownAttribute.test(text)) break;
    for (const [, slash] of text.matchAll(tags)) depth += slash === "/" ? -1 : 1;
    if (depth <= 0) return next + 1;
  }
  state.env[key] = true;
  return undefined;
}

function endMark(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  if (lineWith(state, line, "^")?.trimEnd() !== "^") return false;
  if (!silent) state.line = line + 1;
  return true;
}

/** Reads lines that begin with `|` and are not followed by a line of dashes as a table without a heading. */
function plainTable(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if (silent || !isRow(state, line) || isIndentedCode(state, line)) return false;
  let next = line;
  while (next < endLine && isRow(state, next)) next++;
  const isTable = next >= endLine || state.isEmpty(next) || lineText(state, next).startsWith("{:");
  const rows = Array.from({ length: next - line }, (_, index) => lineText(state, line + index).trim());
  if (!isTable || isSeparator(rows[1]) || !rows.every((row) => row.length > 2 && row.endsWith("|")))
    return false;
  state.push("table_open", "table", 1).map = [line, next];
  state.push("tbody_open", "tbody", 1);
  for (const row of rows) {
    if (isSeparator(row)) continue;
    state.push("tr_open", "tr", 1);
    for (const cell of cellsOf(row)) {
      state.push("td_open", "td", 1);
      const inline = state.push("inline", "", 0);
      inline.content = cell.trim();
      inline.children = [];
      state.push("td_close", "td", -1);
    }
    state.push("tr_close", "tr", -1);
  }
  state.push("tbody_close", "tbody", -1);
  state.push("table_close", "table", -1);
  state.line = next;
  return true;
}

function isRow(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) >= state.blkIndent && lineText(state, line).startsWith("|");
}

function isSeparator(row: string | undefined): boolean {
  return row !== undefined && /^\|[-:|+= \t]+$/.test(row) && row.includes("-");
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll("\\|", "|"));
}

/**
 * Shows the first text of a list item as a paragraph only if an empty line follows it, as kramdown does. The last item is
 * as the items before it.
 */
function hideItemParagraphs(state: StateCore): void {
  const lines = state.src.split("\n");
  const isEmptyLine = (line: number): boolean => (lines[line] ?? "").replace(/^[ \t>]+/, "") === "";
  const { tokens } = state;
  const lists: { items: number; hasHidden: boolean }[] = [];
  const lastItems = findLastItems(tokens);
  tokens.forEach((token, index) => {
    if (token.type.endsWith("list_open")) lists.push({ items: 0, hasHidden: false });
    else if (token.type.endsWith("list_close")) lists.pop();
    const list = lists.at(-1);
    if (token.type === "list_item_open" && list !== undefined) {
      list.items++;
      if (tokens[index + 1]?.type !== "paragraph_open") list.hasHidden = true;
    }
    if (token.type !== "paragraph_open" || token.map === null || tokens[index - 1]?.type === "dd_open")
      return;
    const isInItem = tokens[index - 1]?.type === "list_item_open" && list !== undefined;
    if (!isInItem) return setHidden(tokens, index, false);
    const isAlone = tokens[index + 3]?.type === "list_item_close";
    const isLast = lastItems.has(index - 1);
    const isTight = !isEmptyLine(token.map[1]) || (isAlone && isLast);
    const isHidden = isTight && (!isLast || list.items === 1 || list.hasHidden);
    list.hasHidden ||= isHidden;
    setHidden(tokens, index, isHidden);
  });
}

/** Returns the indexes of the tokens that open the last item of a list. */
function findLastItems(tokens: readonly Token[]): Set<number> {
  const found = new Set<number>();
  const open: number[] = [];
  let closed = -1;
  tokens.forEach(({ type }, index) => {
    if (type === "list_item_open") open.push(index);
    else if (type === "list_item_close") closed = open.pop() ?? -1;
    else if (type.endsWith("list_close") && tokens[index - 1]?.type === "list_item_close") found.add(closed);
  });
  return found;
}

function setHidden(tokens: readonly Token[], index: number, isHidden: boolean): void {
  for (const token of [tokens[index], tokens[index + 2]]) {
    if (token?.type.startsWith("paragraph_") === true) token.hidden = isHidden;
  }
}
