import type { StateBlock } from "markdown-it";

/** Blocks that begin in the middle of a line and continue in indented lines. */
export interface IndentedBlocks {
  line: number;
  endLine: number;
  /** Position in the text after the marker. */
  start: number;
  /** Columns of indentation of the following lines. */
  indent: number;
  parentType: string;
}

/**
 * Parses the blocks after a marker, as the parser does in a list item. Returns true if there is no empty line between
 * them.
 */
export function parseIndentedBlocks(state: StateBlock, blocks: IndentedBlocks): boolean {
  const { line, endLine, start, indent, parentType } = blocks;
  const before = {
    bMark: state.bMarks[line] ?? 0,
    tShift: state.tShift[line] ?? 0,
    sCount: state.sCount[line] ?? 0,
    parentType: state.parentType,
    blkIndent: state.blkIndent,
    tight: state.tight,
  };
  let position = start;
  while (/[ \t]/.test(state.src[position] ?? "")) position++;
  state.bMarks[line] = start;
  state.tShift[line] = position - start;
  state.blkIndent += indent;
  state.sCount[line] = state.blkIndent;
  state.parentType = parentType;
  state.tight = true;
  state.md.block.tokenize(state, line, endLine);
  const isTight = state.tight;
  state.bMarks[line] = before.bMark;
  state.tShift[line] = before.tShift;
  state.sCount[line] = before.sCount;
  state.parentType = before.parentType;
  state.blkIndent = before.blkIndent;
  state.tight = before.tight;
  return isTight;
}

/** Returns the text of a line from its first character that is not white space. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0);
}

/** Returns the text of a line that begins with a marker, or undefined for other lines and indented code. */
export function lineWith(state: StateBlock, line: number, marker: string): string | undefined {
  if (isIndentedCode(state, line)) return undefined;
  const text = lineText(state, line);
  return text.startsWith(marker) ? text : undefined;
}

/** Returns true if the line is indented so far that it is code. */
export function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}
