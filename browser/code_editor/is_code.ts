import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

const blocks: ReadonlySet<string> = new Set(["FencedCode", "CodeBlock", "HTMLBlock"]);
const spans: ReadonlySet<string> = new Set(["InlineCode", "URL"]);

/** True at a position in a block of code or HTML, whose text is no Markdown. */
export function isCode(state: EditorState, position: number): boolean {
  return isIn(state, position, blocks);
}

/** True at a position in code, HTML or an address, in which links and formats have no meaning. */
export function isLiteral(state: EditorState, position: number): boolean {
  return isIn(state, position, blocks) || isIn(state, position, spans);
}

function isIn(state: EditorState, position: number, names: ReadonlySet<string>): boolean {
  for (let node = syntaxTree(state).resolveInner(position, -1); node.parent !== null; node = node.parent) {
    if (names.has(node.name)) return true;
  }
  return false;
}
