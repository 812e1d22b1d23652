import { type Extension, Prec, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const ownDirection = Decoration.line({ attributes: { dir: "auto" } });

/** Gives each line the direction of its own text, so that Arabic lines stand on the right beside English ones. */
export const lineDirection: Extension = [
  EditorView.perLineTextDirection.of(true),
  Prec.lowest(
    ViewPlugin.define(
      (view) => {
        let decorations = directionsOf(view);
        return {
          get decorations(): DecorationSet {
            return decorations;
          },
          update({ docChanged, viewportChanged, view: current }: ViewUpdate): void {
            if (docChanged || viewportChanged) decorations = directionsOf(current);
          },
        };
      },
      { decorations: (plugin) => plugin.decorations },
    ),
  ),
];

function directionsOf(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let position = from; position <= to;) {
      const line = view.state.doc.lineAt(position);
      builder.add(line.from, line.from, ownDirection);
      position = line.to + 1;
    }
  }
  return builder.finish();
}
