import { EditorSelection, type EditorState, type SelectionRange } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** Name of a format of the selection. */
export type FormatCommand = "bold" | "italic" | "link";

type Run = (view: EditorView) => boolean;

/** Returns the commands that format the selection, in Markdown or in HTML. */
export function formatCommands(isMarkdown: boolean): Readonly<Record<FormatCommand, Run>> {
  return isMarkdown
    ? { bold: wrap("**", "**"), italic: wrap("*", "*"), link: link("[", "](", ")") }
    : { bold: wrap("<strong>", "</strong>"), italic: wrap("<em>", "</em>"), link: htmlLink };
}

const exampleUrl = "https://";

/** Puts marks around the selection, or removes them if they are there. A cursor before the closing mark moves behind it. */
function wrap(open: string, close: string): Run {
  return (view) => {
    const { state } = view;
    const change = state.changeByRange((range) => {
      if (isWrapped(state, range, { open, close })) {
        const { from, to } = range;
        const changes = [
          { from: from - open.length, to: from },
          { from: to, to: to + close.length },
        ];
        return { changes, range: EditorSelection.range(from - open.length, to - open.length) };
      }
      if (range.empty && state.sliceDoc(range.to, range.to + close.length) === close) {
        return { range: EditorSelection.cursor(range.to + close.length) };
      }
      const changes = [
        { from: range.from, insert: open },
        { from: range.to, insert: close },
      ];
      return { changes, range: EditorSelection.range(range.from + open.length, range.to + open.length) };
    });
    view.dispatch(state.update(change, { userEvent: "input.format", scrollIntoView: true }));
    return true;
  };
}

function isWrapped(
  state: EditorState,
  { from, to }: SelectionRange,
  { open, close }: { open: string; close: string },
): boolean {
  const before = state.sliceDoc(Math.max(0, from - open.length), from);
  const after = state.sliceDoc(to, to + close.length);
  if (before !== open || after !== close) return false;
  // The inner asterisks of `**bold**` are not the marks of italic text.
  return open !== "*" || state.sliceDoc(Math.max(0, from - 2), from) !== "**";
}

/** Makes the selection the text of a link, and selects the place of its address. */
function link(before: string, between: string, after: string): Run {
  return (view) => {
    const { state } = view;
    const change = state.changeByRange(({ from, to }) => {
      const text = state.sliceDoc(from, to);
      const insert = `${before}${text}${between}${exampleUrl}${after}`;
      const address = from + before.length + text.length + between.length;
      return {
        changes: { from, to, insert },
        range: EditorSelection.range(address, address + exampleUrl.length),
      };
    });
    view.dispatch(state.update(change, { userEvent: "input.format", scrollIntoView: true }));
    return true;
  };
}

function htmlLink(view: EditorView): boolean {
  const { state } = view;
  const change = state.changeByRange(({ from, to }) => {
    const before = '<a href="';
    const insert = `${before}${exampleUrl}">${state.sliceDoc(from, to)}</a>`;
    const address = from + before.length;
    return {
      changes: { from, to, insert },
      range: EditorSelection.range(address, address + exampleUrl.length),
    };
  });
  view.dispatch(state.update(change, { userEvent: "input.format", scrollIntoView: true }));
  return true;
}
