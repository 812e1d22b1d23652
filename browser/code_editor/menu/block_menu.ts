import type { EditorView } from "@codemirror/view";
import type { MenuAnswer, MenuOption, MenuTrigger } from "./menu_state.ts";

/** A block that the menu inserts. The text between the marks `[[` and `]]` is selected. */
interface Block {
  label: string;
  /** Words beside the label that find the block. */
  words: string;
  text: string;
}

const blocks: readonly Block[] = [
  { label: "Heading", words: "title section", text: "## [[]]" },
  { label: "List", words: "bullets items", text: "- [[]]" },
  { label: "Quote", words: "blockquote citation", text: "> [[]]" },
  { label: "Code", words: "fence program", text: "```\n[[]]\n```" },
  { label: "Table", words: "rows columns", text: "| [[Heading]] | Heading |\n| --- | --- |\n|  |  |" },
  { label: "Callout", words: "note tip warning admonition alert", text: "> [!NOTE]\n> [[]]" },
  { label: "FAQ question", words: "faq answer heading", text: "## [[Question]]?\n\nAnswer" },
];

/** A command of another part of the page in the menu, such as the choice of a picture. It runs at the place of the removed `/`. */
export interface BlockCommand {
  label: string;
  words: string;
  run: () => void;
}

/** Creates the menu of blocks: `/` at the start of a line. */
export function blockMenu(commands: readonly BlockCommand[]): MenuTrigger {
  return {
    character: "/",
    opensAfter: (before) => before.trim() === "",
    source: {
      label: "Insert",
      delay: 0,
      isQuery: (text) => /^[\p{L}\p{N}]{0,20}$/u.test(text),
      find: (query) => answerTo(query, commands),
    },
  };
}

function answerTo(query: string, commands: readonly BlockCommand[]): MenuAnswer {
  const wanted = query.toLowerCase();
  const isFound = ({ label, words }: { label: string; words: string }): boolean =>
    `${label} ${words}`
      .toLowerCase()
      .split(" ")
      .some((word) => word.startsWith(wanted));
  const options: MenuOption[] = [
    ...blocks.filter(isFound).map((block): MenuOption => ({
      label: block.label,
      apply: (view, range) => insertBlock(view, range, block.text),
    })),
    ...commands.filter(isFound).map(({ label, run }): MenuOption => ({
      label,
      apply: (view, range) => {
        view.dispatch({ changes: range, userEvent: "delete" });
        run();
      },
    })),
  ];
  return { options, message: options.length === 0 ? "No block has this name." : "" };
}

/** Inserts a block, with an empty line between it and the text before it. */
function insertBlock(view: EditorView, { from, to }: { from: number; to: number }, text: string): void {
  const { doc } = view.state;
  const { number } = doc.lineAt(from);
  const gap = number > 1 && doc.line(number - 1).text.trim() !== "" ? "\n" : "";
  const start = from + gap.length + text.indexOf("[[");
  const selected = text.slice(text.indexOf("[[") + 2, text.indexOf("]]")).length;
  view.dispatch({
    changes: { from, to, insert: gap + text.replace("[[", "").replace("]]", "") },
    selection: { anchor: start, head: start + selected },
    userEvent: "input.complete",
    scrollIntoView: true,
  });
}
