import type { MarkdownIt, StateCore } from "markdown-it";
import { environmentOf } from "../environment.ts";

/** Notes that blocks are nested deeper than the parser reads them. */
export function addNestingNote(parser: MarkdownIt): void {
  parser.core.ruler.after("block", "nesting_note", (state: StateCore) => {
    const { maxNesting } = state.md.options;
    const isTooDeep = state.tokens.some(({ nesting, level }) => nesting === 1 && level + 1 >= maxNesting);
    if (!isTooDeep) return;
    const text = `blocks nested more than ${maxNesting} levels deep were removed`;
    environmentOf(state).notes.add("nesting", text, true);
  });
}
