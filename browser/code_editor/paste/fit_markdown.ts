import type { EditorState, SelectionRange } from "@codemirror/state";

/** Marks at the start of a line: of quotes, then of a list item. */
const marks = /^(?<quotes>(?:[ \t]*>)*[ \t]*)(?<item>(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/;

/** Fits pasted Markdown into the text. Blocks stand apart from the words beside them, and stay in the quote or the list item. */
export function fitMarkdown(state: EditorState, { from, to }: SelectionRange, markdown: string): string {
  const isBlock = /\n|^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |\| |```|<|___$)/.test(markdown);
  if (!isBlock) return markdown;
  const line = state.doc.lineAt(from);
  const before = line.text.slice(0, from - line.from);
  const after = state.sliceDoc(to, state.doc.lineAt(to).to);
  const { quotes = "", item = "" } = marks.exec(before)?.groups ?? {};
  const indent = quotes + " ".repeat(item.length);
  const blank = `\n${indent.trimEnd()}`;
  const lines = markdown.split("\n");
  const fitted = lines.map((text, index) => {
    if (index === 0) return text;
    return text === "" ? indent.trimEnd() : indent + text;
  });
  return `${gapBefore()}${fitted.join("\n")}${after.trim() === "" ? "" : `${blank}\n${indent}`}`;

  /** Returns the empty line before a block, unless the block begins a line or an item. */
  function gapBefore(): string {
    if (before.length > quotes.length + item.length) return `${blank}\n${indent}`;
    const previous = line.number === 1 ? "" : state.doc.line(line.number - 1).text;
    return before === "" && previous.trim() !== "" ? "\n" : "";
  }
}
