import { syntaxTree } from "@codemirror/language";
import { RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

const question = Decoration.mark({ class: "cm-question" });

/** Marks headings of level 2 and 3 that end with a question mark: they become FAQ entries if an answer follows. */
export const markQuestions: ViewPlugin<{ decorations: DecorationSet; update(update: ViewUpdate): void }> =
  ViewPlugin.define(
    (view) => ({
      decorations: questionsOf(view),
      update({ docChanged, viewportChanged, startState, state, view: current }: ViewUpdate): void {
        const isParsed = syntaxTree(startState) !== syntaxTree(state);
        if (docChanged || viewportChanged || isParsed) this.decorations = questionsOf(current);
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  );

function questionsOf(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const tree = syntaxTree(view.state);
  for (const { from, to } of view.visibleRanges) {
    tree.iterate({
      from,
      to,
      enter: ({ name, from: start, to: end }) => {
        if (name !== "ATXHeading2" && name !== "ATXHeading3") return;
        const text = view.state.sliceDoc(start, end).trimEnd();
        if (!text.endsWith("?")) return;
        const words = text.replace(/^#+/, "").trimStart();
        const at = start + text.length - words.length;
        builder.add(at, at + words.length, question);
      },
    });
  }
  return builder.finish();
}
