import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import { environmentOf } from "../environment.ts";
import { isIndentedCode, lineText, lineWith } from "./indented_blocks.ts";

const longestAttributes = 500;
const attributeLine = /^\{:(?!:)[^}]{0,500}\}[ \t]*$/;
/** An extension that kramdown has. Others are text. */
const extension = /\{::(comment|nomarkdown|options)((?:\s[^}]{0,500})?\/?)\}/y;
const endLine = /^\{:\/(\w*)\}[ \t]*$/;
const abbreviation = /^\*\[[^\]]{1,200}\]:/;

/** Comments of kramdown. A comment without an end reaches to the end of the text. */
const comments =
  /\{::comment(?:\s[^}]{0,500})?\/\}|\{::comment(?:\s[^}]{0,500})?\}[^]*?(?:\{:\/(?:comment)?\}|$)/g;

/** Removes the comments from a line of kramdown. */
export function withoutKramdownComments(line: string): string {
  return line.replace(comments, "");
}

/**
 * Adds kramdown's attribute lists, which are dropped except for the ids of headings, `{:toc}`, `{::comment}`,
 * `{::nomarkdown}`, `{::options}` and abbreviations.
 */
export function addKramdown(parser: MarkdownIt): void {
  const alt = ["paragraph", "reference", "blockquote", "list"];
  parser.block.ruler.before("table", "kramdown_attributes", attributeBlock, { alt });
  parser.block.ruler.before("table", "kramdown_extension", extensionBlock, { alt });
  parser.block.ruler.before("table", "kramdown_abbreviation", abbreviationBlock, { alt });
  parser.inline.ruler.before("emphasis", "kramdown_span_extension", spanExtension);
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

/** Reads an extension whose tags are alone on their lines. kramdown reads others as parts of a paragraph. */
function extensionBlock(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const found = extensionIn(lineWith(state, line, "{::")?.trimEnd() ?? "", 0);
  if (found?.isAlone !== true) return false;
  const end = found.isEmpty ? line : lineOfEnd(state, found.name, { line: line + 1, endLine });
  if (end === undefined) return false;
  if (silent) return true;
  if (isShown(found)) {
    const text = state.getLines(line + 1, end, state.blkIndent, false).trim();
    state.push("html_block", "", 0).content = `${text}\n`;
  }
  state.line = end + 1;
  return true;
}

/** Reads an extension within a paragraph. */
function spanExtension(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const found = extensionIn(src, pos);
  if (found === undefined) return false;
  const start = pos + found.length;
  const end = found.isEmpty ? undefined : endOfSpan(state, found.name, start);
  if (end === undefined && !found.isEmpty) return false;
  if (!silent && end !== undefined && isShown(found)) {
    state.push("html_inline", "", 0).content = src.slice(start, end.start);
  }
  state.pos = end?.end ?? start;
  return true;
}

interface Extension {
  name: string;
  attributes: string;
  length: number;
  isEmpty: boolean;
  /** True if the text ends with the tag. */
  isAlone: boolean;
}

function extensionIn(text: string, position: number): Extension | undefined {
  extension.lastIndex = position;
  const [tag, name = "", attributes = ""] = extension.exec(text) ?? [];
  if (tag === undefined) return undefined;
  const isAlone = position + tag.length === text.length;
  return { name, attributes, length: tag.length, isEmpty: attributes.endsWith("/"), isAlone };
}

/** True for raw HTML. Comments, options and raw text for other formats are dropped. */
function isShown({ name, attributes, isEmpty }: Extension): boolean {
  return name === "nomarkdown" && !isEmpty && !/\btype=(?!["']?html)/.test(attributes);
}

/** Returns the line of the closing tag in a block. A range of lines without a closing tag is searched once. */
function lineOfEnd(
  state: StateBlock,
  name: string,
  { line, endLine: last }: { line: number; endLine: number },
): number | undefined {
  const searched = searchedOf(state, `${name} ${state.level} ${state.blkIndent}`);
  let at = line >= searched.from && line < searched.to ? searched.to : line;
  for (; at < last; at++) {
    const text = lineText(state, at);
    if (text !== "" && (state.sCount[at] ?? 0) < state.blkIndent) break;
    const [, closed] = isIndentedCode(state, at) ? [] : (endLine.exec(text) ?? []);
    if (closed === "" || closed === name) return at;
  }
  Object.assign(searched, { from: line, to: at });
  return undefined;
}

/** Names of extensions that no tag closes in the rest of a paragraph. */
const unclosed = new WeakMap<StateInline, Set<string>>();

/** Returns the place of the closing tag in a paragraph. A search without result is not repeated. */
function endOfSpan(
  state: StateInline,
  name: string,
  from: number,
): { start: number; end: number } | undefined {
  const names = unclosed.get(state) ?? new Set();
  if (names.has(name)) return undefined;
  const ends = [`{:/${name}}`, "{:/}"].map((tag) => ({ start: state.src.indexOf(tag, from), tag }));
  const [first] = ends.filter(({ start }) => start >= 0).toSorted((one, other) => one.start - other.start);
  if (first !== undefined) return { start: first.start, end: first.start + first.tag.length };
  unclosed.set(state, names.add(name));
  return undefined;
}

interface Searched {
  from: number;
  to: number;
}

/** Returns the last range of lines that has no closing tag of a kind. */
function searchedOf({ env }: StateBlock, kind: string): Searched {
  const ranges = (env["kramdownWithoutEnd"] ??= new Map<string, Searched>()) as Map<string, Searched>;
  const known = ranges.get(kind) ?? { from: 0, to: 0 };
  ranges.set(kind, known);
  return known;
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
