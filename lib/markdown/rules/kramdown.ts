import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import { environmentOf } from "../environment.ts";
import { lineWith } from "./indented_blocks.ts";

const longestAttributes = 500;
const attributeLine = /^\{:(?!:)[^}]{0,500}\}[ \t]*$/;
const extension = /^\{::(\w+)([^}]{0,500})\}/;
const abbreviation = /^\*\[[^\]]{1,200}\]:/;

/**
 * Adds kramdown's attribute lists, which are dropped except for the ids of headings, `{:toc}`, `{::comment}`,
 * `{::nomarkdown}`, `{::options}` and abbreviations.
 */
export function addKramdown(parser: MarkdownIt): void {
  const alt = ["paragraph", "reference", "blockquote", "list"];
  parser.block.ruler.before("table", "kramdown_attributes", attributeBlock, { alt });
  parser.block.ruler.before("table", "kramdown_extension", extensionBlock, { alt });
  parser.block.ruler.before("table", "kramdown_abbreviation", abbreviationBlock, { alt });
  parser.inline.ruler.before("emphasis", "kramdown_span_attributes", spanAttributes);
  parser.core.ruler.after("block", "kramdown_apply", applyAttributes);
}

function attributeBlock(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  const text = lineWith(state, line, "{:");
  if (text === undefined || !attributeLine.test(text)) return false;
  if (silent) return true;
  const token = state.push("kramdown_attributes", "", 0);
  token.content = text;
  token.hidden = true;
  state.line = line + 1;
  return true;
}

function extensionBlock(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const found = extension.exec(lineWith(state, line, "{::") ?? "");
  if (found === null) return false;
  if (silent) return true;
  const [opening, name, attributes = ""] = found;
  state.line = line + 1;
  if (attributes.endsWith("/") || (name !== "comment" && name !== "nomarkdown")) return true;
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0) + opening.length;
  const end = endOfExtension(state, start);
  if (end < 0) return true;
  let next = line;
  while (next < endLine && (state.eMarks[next] ?? 0) < end) next++;
  if (name === "nomarkdown")
    state.push("html_block", "", 0).content = `${state.src.slice(start, end).trim()}\n`;
  state.line = Math.min(next + 1, endLine);
  return true;
}

/** Returns the position of the closing tag, or -1. A search without result is not repeated. */
function endOfExtension(state: StateBlock, start: number): number {
  const { env } = state;
  if (env["kramdownHasNoEnd"] === true) return -1;
  const end = state.src.indexOf("{:/", start);
  if (end < 0) env["kramdownHasNoEnd"] = true;
  return end;
}

function abbreviationBlock(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  if (!abbreviation.test(lineWith(state, line, "*[") ?? "")) return false;
  if (!silent) state.line = line + 1;
  return true;
}

/** Drops the attributes that directly follow a link, emphasis or code. */
function spanAttributes(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!src.startsWith("{:", pos) || src[pos + 2] === ":" || !/[)*_`\]>~]/.test(src[pos - 1] ?? ""))
    return false;
  const end = src.slice(pos, pos + longestAttributes).indexOf("}");
  if (end < 0) return false;
  if (!silent && state.pending.endsWith("\n")) state.pending = state.pending.trimEnd();
  state.pos = pos + end + 1;
  return true;
}

/** Sets the ids of headings, and removes the list that `{:toc}` replaces with a table of contents. */
function applyAttributes(state: StateCore): void {
  const tokens: Token[] = [];
  for (const token of state.tokens) {
    if (token.type !== "kramdown_attributes") {
      tokens.push(token);
      continue;
    }
    const last = tokens.at(-1);
    const [, id] = /#([\w:.-]+)/.exec(token.content) ?? [];
    if (last?.type === "heading_close" && id !== undefined) tokens.at(-3)?.attrSet("id", id);
    if (/^\{:\s*toc\b/.test(token.content) && last?.type.endsWith("list_close") === true) {
      let open = tokens.length - 1;
      while (open > 0 && (tokens[open]?.level !== last.level || tokens[open]?.nesting !== 1)) open--;
      tokens.length = open;
      environmentOf(state).notes.add("table-of-contents", "the table of contents was removed", false);
    }
  }
  state.tokens = tokens;
}
