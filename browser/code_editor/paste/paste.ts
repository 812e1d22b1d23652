import { EditorSelection, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { isLiteral } from "../is_code.ts";
import { writeLink } from "../write_link.ts";
import { clipboardMarkdown } from "./clipboard_markdown.ts";
import { fitMarkdown } from "./fit_markdown.ts";

/** A single address, as browsers copy it from their address bar. */
const address = /^(?:https?:\/\/|mailto:)[^\s<>]+$/i;

/**
 * Pastes an address over a selection as a link, and formatted text as Markdown. The plain paste of browsers offers no HTML, so it stays plain.
 * Code editors offer source code as HTML, whose plain text is the source.
 */
export function pasteMarkup(isMarkdown: boolean): Extension {
  return EditorView.domEventHandlers({
    paste: ({ clipboardData }, view) => {
      if (clipboardData === null || view.state.readOnly) return false;
      const text = clipboardData.getData("text/plain").trim();
      if (address.test(text) && linkSelection(view, text, isMarkdown)) return true;
      const isSource = clipboardData.types.includes("vscode-editor-data");
      return isMarkdown && !isSource && pasteHtml(view, clipboardData.getData("text/html"));
    },
  });
}

/** Makes the selected words the texts of links. Returns false if a selection is empty, has several lines, or is no text. */
function linkSelection(view: EditorView, href: string, isMarkdown: boolean): boolean {
  const { state } = view;
  const canLink = state.selection.ranges.every(({ empty, from, to }) => {
    const text = state.sliceDoc(from, to);
    return !empty && !text.includes("\n") && !address.test(text.trim()) && !isLiteral(state, to);
  });
  if (!canLink) return false;
  const change = state.changeByRange(({ from, to }) => {
    const insert = writeLink(state.sliceDoc(from, to), href, isMarkdown);
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  view.dispatch(state.update(change, { userEvent: "input.paste", scrollIntoView: true }));
  return true;
}

function pasteHtml(view: EditorView, html: string): boolean {
  const { state } = view;
  const { main, ranges } = state.selection;
  if (html === "" || ranges.length > 1 || isLiteral(state, main.from)) return false;
  const markdown = clipboardMarkdown(html);
  if (markdown === undefined) return false;
  const insert = fitMarkdown(state, main, markdown);
  view.dispatch({
    changes: { from: main.from, to: main.to, insert },
    selection: { anchor: main.from + insert.length },
    userEvent: "input.paste",
    scrollIntoView: true,
  });
  return true;
}
