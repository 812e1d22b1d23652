import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { syntaxHighlighting } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { formatCommands, type FormatCommand } from "./format_commands.ts";
import { htmlLanguage } from "./html_language.ts";
import { isLiteral } from "./is_code.ts";
import { lineDirection } from "./line_direction.ts";
import { markdownLanguage } from "./markdown_language.ts";
import { type BlockCommand, blockMenu } from "./menu/block_menu.ts";
import { menus } from "./menu/menu.ts";
import { postMenu } from "./menu/post_menu.ts";
import { pasteMarkup } from "./paste/paste.ts";
import { continueMarkup } from "./continue_markup.ts";
import { markQuestions } from "./mark_questions.ts";
import { sourceStyle, theme } from "./theme.ts";
import { sectionAtCursor } from "./section_at_cursor.ts";
import { openPlace, type TextPlace, textPlaces } from "./text_places.ts";

/** An editor in the place of a text area. */
export interface CodeEditor {
  focus(): void;
  /** Applies a format to the selection, as its key does. */
  format(command: FormatCommand): void;
  text(): string;
  /** Replaces the whole text, as an edit that can be undone. */
  replaceText(text: string): void;
  /** Returns the number of the section at the cursor: 0 before the first heading. */
  section(): number;
  /** Opens a place for content at the cursor, or at a point of the window. */
  openPlace(point?: { x: number; y: number }): TextPlace;
  /** Adds a command to the menu that `/` opens. */
  addBlockCommand(command: BlockCommand): void;
}

/** Keys that the page uses, or that `formatCommands` replaces. */
const otherKeys = new Set(["Mod-Enter", "Mod-i", "Ctrl-k"]);

/**
 * Shows an editor in the place of a text area. The text area stays in the form, hidden, and its `input` events go on as if the writer typed in it.
 * Its own text gets old, because browsers need long to write a long text into it. The form takes the text of the editor when its data is read.
 *
 * The editor is in a shadow root, because CodeMirror styles a shadow root with constructed style sheets, which the page's policy allows.
 */
export function openCodeEditor(area: HTMLTextAreaElement): CodeEditor {
  const isMarkdown = area.dataset["codeEditor"] !== "html";
  const host = document.createElement("div");
  host.className = "code-editor";
  // Spelling is checked in the language of the post.
  host.lang = area.lang;
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  const label = area.labels[0];
  const commands: BlockCommand[] = [];
  const noteChange = EditorView.updateListener.of(({ docChanged }) => {
    if (docChanged) area.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: area.value,
      extensions: [
        history(),
        isMarkdown ? [markdownLanguage, markQuestions, Prec.high(keymap.of([continueMarkup]))] : htmlLanguage,
        syntaxHighlighting(sourceStyle),
        search({ top: true }),
        menus(isMarkdown ? [blockMenu(commands), postMenu(true)] : [postMenu(false)], (state, position) =>
          isMarkdown ? !isLiteral(state, position) : !isInTag(state, position),
        ),
        pasteMarkup(isMarkdown),
        keymap.of([
          ...formatKeys(isMarkdown),
          ...defaultKeymap.filter(({ key }) => key === undefined || !otherKeys.has(key)),
          ...historyKeymap,
          ...searchKeymap,
        ]),
        EditorView.lineWrapping,
        lineDirection(isMarkdown),
        EditorView.contentAttributes.of(attributesOf(area, label?.textContent?.trim() ?? "Content")),
        theme,
        textPlaces,
        noteChange,
      ],
    }),
  });
  area.before(host);
  area.hidden = true;
  label?.addEventListener("click", () => view.focus());
  area.addEventListener("focus", () => view.focus());
  area.form?.addEventListener("formdata", ({ formData }) =>
    formData.set(area.name, view.state.doc.toString()),
  );
  return {
    focus: () => view.focus(),
    format: (command) => {
      formatCommands(isMarkdown)[command](view);
      view.focus();
    },
    text: () => view.state.doc.toString(),
    replaceText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    section: () => sectionAtCursor(view.state, isMarkdown),
    openPlace: (point) => openPlace(view, point),
    addBlockCommand: (command) => commands.push(command),
  };
}

function formatKeys(isMarkdown: boolean): { key: string; run: (view: EditorView) => boolean }[] {
  const { bold, italic, link } = formatCommands(isMarkdown);
  return [
    { key: "Mod-b", run: bold },
    { key: "Mod-i", run: italic },
    { key: "Mod-k", run: link },
  ];
}

/** True in a tag of HTML that is still open on its line. */
function isInTag({ doc }: EditorState, position: number): boolean {
  const { from, text } = doc.lineAt(position);
  const before = text.slice(0, position - from);
  return before.lastIndexOf("<") > before.lastIndexOf(">");
}

function attributesOf(area: HTMLTextAreaElement, label: string): Record<string, string> {
  return {
    "aria-label": label,
    "aria-invalid": area.getAttribute("aria-invalid") ?? "false",
    // Checkers of accessibility know only the attribute; browsers can focus the text in any case.
    tabindex: "0",
    spellcheck: "true",
    autocapitalize: "sentences",
    autocorrect: "on",
    writingsuggestions: "false",
  };
}
