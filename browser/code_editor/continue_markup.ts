import type { EditorView, KeyBinding } from "@codemirror/view";
import { isCode } from "./is_code.ts";

/** Marks at the start of a line that the next line repeats: of lists, tasks and quotes. */
const mark =
  /^(?<indent>\s*)(?:(?<bullet>[-*+])|(?<number>\d{1,9})(?<dot>[.)])|(?<quote>>))(?<space>\s+)(?<task>\[[ xX]\]\s+)?/;

/** Enter at the end of a list item starts the next one. In an empty item, it ends the list. */
export const continueMarkup: KeyBinding = { key: "Enter", run: continueLine };

function continueLine(view: EditorView): boolean {
  const { state } = view;
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const groups = mark.exec(line.text)?.groups;
  if (!main.empty || groups === undefined || isCode(state, main.head)) return false;
  const { indent = "", bullet, number, dot = "", quote, space = "", task } = groups;
  const length =
    indent.length + (bullet ?? quote ?? `${number}${dot}`).length + space.length + (task?.length ?? 0);
  if (main.head < line.from + length) return false;
  if (line.length === length) {
    view.dispatch({ changes: { from: line.from, to: line.to }, userEvent: "delete" });
    return true;
  }
  const next = number === undefined ? (bullet ?? quote ?? "") : `${Number(number) + 1}${dot}`;
  const insert = `\n${indent}${next}${space}${task === undefined ? "" : "[ ] "}`;
  view.dispatch({
    changes: { from: main.head, insert },
    selection: { anchor: main.head + insert.length },
    scrollIntoView: true,
    userEvent: "input",
  });
  return true;
}
