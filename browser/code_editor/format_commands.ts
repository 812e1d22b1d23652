import { EditorSelection, type EditorState, type SelectionRange } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { openMenu } from "./menu/menu.ts";
import { addressMenu } from "./menu/post_menu.ts";
import { writeAddress, writeLink, writeLinkText } from "./write_link.ts";

/** Name of a format of the selection. */
export type FormatCommand = "bold" | "italic" | "link";

type Run = (view: EditorView) => boolean;

/** Returns the commands that format the selection, in Markdown or in HTML. */
export function formatCommands(isMarkdown: boolean): Readonly<Record<FormatCommand, Run>> {
  return isMarkdown
    ? { bold: wrap("**", "**"), italic: wrap("*", "*"), link: link(true) }
    : { bold: wrap("<strong>", "</strong>"), italic: wrap("<em>", "</em>"), link: link(false) };
}

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

/** Makes the selection the text of a link, and moves the cursor to the place of its address. A menu there offers own posts. */
function link(isMarkdown: boolean): Run {
  return (view) => {
    const { state } = view;
    const { main, ranges } = state.selection;
    const words = state.sliceDoc(main.from, main.to);
    const change = state.changeByRange(({ from, to }) => {
      const insert = writeLink(state.sliceDoc(from, to), "", isMarkdown);
      const address = from + (isMarkdown ? insert.length - 1 : insert.indexOf('""') + 1);
      return { changes: { from, to, insert }, range: EditorSelection.cursor(address) };
    });
    view.dispatch(state.update(change, { userEvent: "input.format", scrollIntoView: true }));
    if (ranges.length > 1) return true;
    const { head } = view.state.selection.main;
    const source = addressMenu(words.trim(), (at, range, post) =>
      insertPost(at, { range, post, isMarkdown, needsWords: words === "" }),
    );
    openMenu(view, { source, from: head, queryFrom: head });
    return true;
  };
}

/** Inserts the address of a post, and its name if the link has no words. The cursor moves behind the link. */
function insertPost(
  view: EditorView,
  {
    range: { from, to },
    post: { name, address },
    isMarkdown,
    needsWords,
  }: {
    range: { from: number; to: number };
    post: { name: string; address: string };
    isMarkdown: boolean;
    needsWords: boolean;
  },
): void {
  const words = needsWords ? writeLinkText(name, isMarkdown) : "";
  // Words stand before `](`, or behind `">`.
  const wordsAt = isMarkdown ? from - 2 : to + 2;
  const changes = view.state.changes([
    { from, to, insert: writeAddress(address, isMarkdown) },
    { from: wordsAt, insert: words },
  ]);
  const end = isMarkdown ? to + 1 : view.state.sliceDoc(to).indexOf("</a>") + to + "</a>".length;
  view.dispatch({
    changes,
    selection: { anchor: changes.mapPos(end, 1) },
    userEvent: "input.complete",
    scrollIntoView: true,
  });
}
