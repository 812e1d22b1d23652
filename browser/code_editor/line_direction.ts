import { type Extension, Prec, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  Direction,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

const ownDirection = Decoration.line({ attributes: { dir: "auto" } });
const directions = {
  ltr: Decoration.line({ attributes: { dir: "ltr" } }),
  rtl: Decoration.line({ attributes: { dir: "rtl" } }),
};

/** Markup in a line from right to left. Isolated, its brackets stay on their sides. */
const isolated = Decoration.mark({ attributes: { dir: "ltr" }, bidiIsolate: Direction.LTR });

/** Tags, comments and references of HTML in a line. */
const htmlMarkup =
  /<!--.*?(?:-->|$)|<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>?|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

const rightToLeft =
  /[\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Mandaic}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Characters of the start of a line that decide its direction. */
const longestStart = 5000;

/**
 * Gives each line the direction of its own text, so that Arabic lines stand on the right beside English ones. The tags of HTML set no direction,
 * and are isolated from the text around them.
 */
export function lineDirection(isMarkdown: boolean): Extension {
  const addLine = isMarkdown ? addAutomatic : addHtmlLine;
  const plugin = ViewPlugin.define(
    (view) => {
      let decorations = directionsOf(view, addLine);
      return {
        get decorations(): DecorationSet {
          return decorations;
        },
        update({ docChanged, viewportChanged, view: current }: ViewUpdate): void {
          if (docChanged || viewportChanged) decorations = directionsOf(current, addLine);
        },
      };
    },
    { decorations: ({ decorations }) => decorations },
  );
  return [
    EditorView.perLineTextDirection.of(true),
    Prec.lowest(plugin),
    EditorView.bidiIsolatedRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
  ];
}

/** Adds the decorations of a line. */
type AddLine = (builder: RangeSetBuilder<Decoration>, line: { from: number; text: string }) => void;

function directionsOf(view: EditorView, addLine: AddLine): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    for (let position = from; position <= to;) {
      const line = view.state.doc.lineAt(position);
      // A long line can be in two visible ranges.
      if (line.from > last) addLine(builder, line);
      last = line.from;
      position = line.to + 1;
    }
  }
  return builder.finish();
}

function addAutomatic(builder: RangeSetBuilder<Decoration>, { from }: { from: number }): void {
  builder.add(from, from, ownDirection);
}

function addHtmlLine(
  builder: RangeSetBuilder<Decoration>,
  { from, text }: { from: number; text: string },
): void {
  const start = text.slice(0, longestStart);
  const [letter = ""] = /\p{L}/u.exec(start.replace(htmlMarkup, " ")) ?? [];
  const isRightToLeft = rightToLeft.test(letter);
  builder.add(from, from, directions[isRightToLeft ? "rtl" : "ltr"]);
  if (!isRightToLeft) return;
  for (const { index, 0: markup } of start.matchAll(htmlMarkup)) {
    builder.add(from + index, from + index + markup.length, isolated);
  }
}
