import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

/** Returns the number of the line that begins the paragraph, list or other top-level block at the cursor. From 1 on. */
export function topLevelLine(state: EditorState): number {
  const { head } = state.selection.main;
  const child = syntaxTree(state).topNode.childBefore(head + 1);
  return state.doc.lineAt(child === null ? 0 : child.from).number;
}
