import type { MarkdownIt, StateBlock } from "markdown-it";
import { isIndentedCode, lineText, parseIndentedBlocks } from "./indented_blocks.ts";

const marker = /^:(?:[ \t]+|$)/;

/** Maximum number of terms of a definition, so that long paragraphs are not searched again and again. */
const mostTerms = 20;

/** Adds definition lists: lines with terms, then lines that begin with a colon. */
export function addDefinitionLists(parser: MarkdownIt): void {
  parser.block.ruler.before("paragraph", "definition_list", definitionList);
  parser.block.ruler.before("paragraph", "next_definition", nextDefinition, { alt: ["paragraph"] });
}

/** Ends a paragraph before the next definition of the same list. */
function nextDefinition(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  if (!silent || state.env["isInDefinition"] !== true || (state.sCount[line] ?? 0) >= state.blkIndent)
    return false;
  return marker.test(lineText(state, line));
}

function definitionList(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if (silent) return false;
  let first = firstDefinition(state, line, endLine);
  if (first === undefined) return false;
  state.push("dl_open", "dl", 1).map = [line, line];
  let next = line;
  while (first !== undefined) {
    for (let term = next; term < first && !state.isEmpty(term); term++) pushTerm(state, term);
    const isLoose = state.isEmpty(first - 1);
    next = pushDefinitions(state, first, endLine, isLoose);
    const following = state.skipEmptyLines(next);
    first = following < endLine ? firstDefinition(state, following, endLine) : undefined;
    if (first !== undefined) next = following;
  }
  state.push("dl_close", "dl", -1);
  state.line = next;
  return true;
}

/** Returns the line of the first definition if terms and a definition begin at a line. */
function firstDefinition(state: StateBlock, line: number, endLine: number): number | undefined {
  const last = Math.min(endLine, line + mostTerms);
  let end = line;
  while (end < last && isText(state, end) && !isDefinition(state, end)) end++;
  const first = end < endLine && state.isEmpty(end) ? end + 1 : end;
  if (end === line || first >= endLine || !isDefinition(state, first)) return undefined;
  for (let term = line; term < end; term++) if (beginsBlock(state, term, endLine)) return undefined;
  return first;
}

/** Returns true if a line has text of this block that is not code. */
function isText(state: StateBlock, line: number): boolean {
  return !state.isEmpty(line) && (state.sCount[line] ?? 0) >= state.blkIndent && !isIndentedCode(state, line);
}

/** Returns true if a line begins a block that ends a paragraph. Other lines can be terms, such as `**bold**`, `#tag` and `+1`. */
function beginsBlock(state: StateBlock, line: number, endLine: number): boolean {
  const { parentType } = state;
  state.parentType = "paragraph";
  const begins = state.md.block.ruler.getRules("paragraph").some((rule) => rule(state, line, endLine, true));
  state.parentType = parentType;
  return begins;
}

function isDefinition(state: StateBlock, line: number): boolean {
  return isText(state, line) && marker.test(lineText(state, line));
}

function pushTerm(state: StateBlock, line: number): void {
  state.push("dt_open", "dt", 1);
  const inline = state.push("inline", "", 0);
  inline.content = lineText(state, line).trim();
  inline.map = [line, line + 1];
  inline.children = [];
  state.push("dt_close", "dt", -1);
}

/** Parses definitions that follow each other. Returns the line after them. */
function pushDefinitions(state: StateBlock, first: number, endLine: number, isLoose: boolean): number {
  let line = first;
  let isNextLoose = isLoose;
  while (line < endLine && isDefinition(state, line)) {
    const text = lineText(state, line);
    const [mark] = marker.exec(text) ?? [":"];
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0) + 1;
    state.push("dd_open", "dd", 1);
    const from = state.tokens.length;
    const wasInDefinition = state.env["isInDefinition"];
    state.env["isInDefinition"] = true;
    parseIndentedBlocks(state, {
      line,
      endLine,
      start,
      indent: Math.min(Math.max(mark.length, 2), 4),
      parentType: "list",
    });
    state.env["isInDefinition"] = wasInDefinition;
    state.push("dd_close", "dd", -1);
    if (!isNextLoose) hideParagraph(state, from);
    const next = state.skipEmptyLines(state.line);
    isNextLoose = next > state.line || state.isEmpty(state.line - 1);
    if (next >= endLine || !isDefinition(state, next)) return state.line;
    line = next;
  }
  return line;
}

/** Shows the first text of a definition without a paragraph, as in a tight list. */
function hideParagraph(state: StateBlock, from: number): void {
  for (const token of [state.tokens[from], state.tokens[from + 2]]) {
    if (token?.type.startsWith("paragraph_") === true) token.hidden = true;
  }
}
