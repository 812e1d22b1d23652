import type { FormatCommand } from "../code_editor/format_commands.ts";
import { showHelp } from "./help_dialog.ts";
import { textButton } from "./text_button.ts";

/** A view of the text and its preview. */
export type EditorView = "write" | "split" | "preview";

/** The bar above the text. */
export interface EditorBar {
  count: HTMLElement;
  /** Shows which view is chosen. */
  choose: (view: EditorView) => void;
}

const views: readonly (readonly [EditorView, string])[] = [
  ["write", "Write"],
  ["split", "Split"],
  ["preview", "Preview"],
];

const formats: readonly (readonly [FormatCommand, sign: string, label: string, keys: string])[] = [
  ["bold", "B", "Bold", "Control+B"],
  ["italic", "I", "Italic", "Control+I"],
  ["link", "Link", "Link", "Control+K"],
];

/** Fills the bar above the text: views, formats, count, and help. */
export function fillBar(
  bar: HTMLElement,
  { onView, onFormat }: { onView: (view: EditorView) => void; onFormat: (command: FormatCommand) => void },
): EditorBar {
  const viewButtons = new Map(views.map(([view, label]) => [view, textButton(label, () => onView(view))]));
  const formatButtons = formats.map(([command, sign, label, keys]) => {
    const one = textButton(sign, () => onFormat(command));
    one.className = `format-${command}`;
    one.setAttribute("aria-label", label);
    one.setAttribute("aria-keyshortcuts", keys);
    one.title = label;
    return one;
  });
  const count = document.createElement("span");
  count.className = "editor-count";
  const help = textButton("Keys", showHelp);
  help.className = "editor-help";
  bar.replaceChildren(group("View", [...viewButtons.values()]), group("Format", formatButtons), help, count);
  return {
    count,
    choose: (chosen) => {
      for (const [view, one] of viewButtons) one.setAttribute("aria-pressed", String(view === chosen));
    },
  };
}

function group(label: string, buttons: readonly HTMLElement[]): HTMLElement {
  const element = document.createElement("div");
  element.className = "button-group";
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", label);
  element.append(...buttons);
  return element;
}
