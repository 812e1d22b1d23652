import { isolateHistory } from "@codemirror/commands";
import { type Extension, StateEffect, StateField, type Text, Transaction } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";

/** A place in the text for content that comes later, such as a picture that is being uploaded. A save of the text does not contain it. */
export interface TextPlace {
  /** Shows a label in the place until it is filled. */
  show(label: string): void;
  /** Puts content into the place, so that one step undoes it. Later calls replace the content, unless the writer has changed it. */
  fill(markup: string): void;
  /** Removes the place. Its content stays. */
  close(): void;
}

interface Place {
  key: symbol;
  from: number;
  to: number;
  /** Empty if the place is filled. */
  label: string;
  /** Content of a filled place, with the line breaks around it. */
  content: string;
}

const setPlace = StateEffect.define<Place>();
const removePlace = StateEffect.define<symbol>();

const places = StateField.define<readonly Place[]>({
  create: () => [],
  update: (before, { changes, effects }) =>
    effects.reduce(
      (list, effect) => {
        if (effect.is(removePlace)) return list.filter(({ key }) => key !== effect.value);
        return effect.is(setPlace) ? withPlace(list, effect.value) : list;
      },
      changes.empty ? before : before.map((place) => mapped(place, (at, side) => changes.mapPos(at, side))),
    ),
  provide: (field) =>
    EditorView.decorations.from(field, (list) =>
      Decoration.set(
        list
          .filter(({ label }) => label !== "")
          .map(({ from, label }) => Decoration.widget({ widget: new Label(label), side: -1 }).range(from)),
        true,
      ),
    ),
});

/** Keeps the places of an editor. */
export const textPlaces: Extension = places;

/** Opens a place at the cursor, or beside the line at a point of the window. */
export function openPlace(view: EditorView, point: { x: number; y: number } | undefined): TextPlace {
  const key = Symbol("place");
  const at = (point && besideLine(view, point)) ?? view.state.selection.main.to;
  const find = (): Place | undefined => view.state.field(places).find((place) => place.key === key);
  const set = (place: Place): void => view.dispatch({ effects: setPlace.of(place) });
  set({ key, from: at, to: at, label: " ", content: "" });
  return {
    show: (label) => {
      const place = find();
      if (place?.content === "") set({ ...place, label });
    },
    fill: (markup) => {
      const place = find();
      if (place !== undefined) fill(view, place, markup);
    },
    close: () => view.dispatch({ effects: removePlace.of(key) }),
  };
}

/** Returns the nearer end of the line at a point, because content that falls into a line would divide a sentence. */
function besideLine(view: EditorView, point: { x: number; y: number }): number | undefined {
  const at = view.posAtCoords(point);
  if (at === null) return undefined;
  const { from, to } = view.state.doc.lineAt(at);
  return at - from < to - at ? from : to;
}

/** Removes the earlier content outside of the history, so that one step undoes the new content and leaves no earlier one. */
function fill(view: EditorView, place: Place, markup: string): void {
  const { from, to, content } = place;
  const { doc, selection } = view.state;
  if (doc.sliceString(from, to) !== content) return;
  const { anchor, head } = selection.main;
  if (from < to) {
    view.dispatch({ changes: { from, to }, annotations: Transaction.addToHistory.of(false) });
  }
  const insert = asParagraph(view.state.doc, from, markup);
  const end = from + insert.length;
  const moved = (position: number): number => {
    if (position >= to) return position - to + end;
    return position <= from ? position : end;
  };
  view.dispatch({
    changes: { from, insert },
    selection: { anchor: moved(anchor), head: moved(head) },
    effects: setPlace.of({ ...place, to: end, label: "", content: insert }),
    annotations: [isolateHistory.of("full"), Transaction.userEvent.of("input.picture")],
  });
}

/** Marks of a list item or a quote, without a text. */
const marks = /^\s*(?:[-*+]|\d{1,9}[.)]|>)\s+$/;

/** Adds line breaks, so that the markup is a paragraph of its own. Within a line, and in an empty list item, it stays in the line. */
function asParagraph(doc: Text, at: number, markup: string): string {
  const line = doc.lineAt(at);
  const before = line.text.slice(0, at - line.from);
  const after = line.text.slice(at - line.from);
  if (marks.test(before) || (isText(before) && isText(after))) return markup;
  const breaks = (beside: string, next: number): string => {
    if (isText(beside)) return "\n\n";
    return next >= 1 && next <= doc.lines && isText(doc.line(next).text) ? "\n" : "";
  };
  return breaks(before, line.number - 1) + markup + breaks(after, line.number + 1);
}

function isText(text: string): boolean {
  return text.trim() !== "";
}

/** Adds or replaces a place. Places that were opened later at its position follow its content. */
function withPlace(list: readonly Place[], place: Place): readonly Place[] {
  const index = list.findIndex(({ key }) => key === place.key);
  if (index === -1) return [...list, place];
  const follow = (other: Place): Place =>
    other.content === "" && other.from === place.from ? { ...other, from: place.to, to: place.to } : other;
  return [...list.slice(0, index), place, ...list.slice(index + 1).map(follow)];
}

/** Moves a place with a change. Text that is typed beside it does not belong to it. */
function mapped(place: Place, mapPosition: (at: number, side: -1 | 1) => number): Place {
  const from = mapPosition(place.from, place.content === "" ? -1 : 1);
  return { ...place, from, to: Math.max(from, mapPosition(place.to, -1)) };
}

class Label extends WidgetType {
  readonly #label: string;

  constructor(label: string) {
    super();
    this.#label = label;
  }

  override eq(other: Label): boolean {
    return other.#label === this.#label;
  }

  toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "cm-place";
    element.textContent = this.#label;
    return element;
  }

  override updateDOM(element: HTMLElement): boolean {
    element.textContent = this.#label;
    return true;
  }
}
