import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

/** Milliseconds for the parsing of a long text up to the cursor. */
const longest = 100;

/** Returns the number of headings up to the cursor: 0 before the first one. */
export function sectionAtCursor(state: EditorState, isMarkdown: boolean): number {
  const { head } = state.selection.main;
  if (!isMarkdown) return state.sliceDoc(0, head).match(/<h[1-6](?=[\s>])/gi)?.length ?? 0;
  let count = 0;
  // On a slow or busy machine, the part that is parsed already decides.
  const tree = ensureSyntaxTree(state, head, longest) ?? syntaxTree(state);
  tree.iterate({
    to: head,
    enter: ({ name }) => {
      if (/^(?:ATX|Setext)Heading/.test(name)) count += 1;
    },
  });
  return count;
}
