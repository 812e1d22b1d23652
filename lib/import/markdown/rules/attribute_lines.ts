import type { MarkdownIt, StateBlock } from "markdown-it";
import { lineWith } from "./indented_blocks.ts";

const attributeLine = /^\{[ \t]*[.#]?[\w-]+(?:=|[ \t}])[^{}]{0,500}\}?[ \t]*$/;

/** Drops lines of attributes after a block, such as `{.class}` and `{class="wide"}`, as Hugo does. */
export function addAttributeLines(parser: MarkdownIt): void {
  const alt = ["paragraph", "blockquote", "list", "table"];
  parser.block.ruler.before("table", "attribute_line", dropAttributes, { alt });
}

function dropAttributes(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  if (line === 0 || state.isEmpty(line - 1)) return false;
  const text = lineWith(state, line, "{");
  if (text === undefined || !text.trimEnd().endsWith("}") || !attributeLine.test(text)) return false;
  if (!silent) state.line = line + 1;
  return true;
}
