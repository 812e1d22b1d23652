import type { CodeEditor } from "../code_editor/code_editor.ts";
import type { TextPlace } from "../code_editor/text_places.ts";
import { markupOf, type Picture } from "./picture.ts";

/** A point of the window, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** The part of a post that gets a picture: its text, or a field with an address. */
export interface PictureTarget {
  /** Shows a label until the picture is there. */
  show(label: string): void;
  /** Puts the picture into the post. Later calls change its description. */
  fill(picture: Picture, alt: string): void;
  close(): void;
  /** Moves the focus back to this part of the post. */
  focus(): void;
}

/** Returns the text at the cursor, or at a point, as a target. */
export function textTarget(
  { area, code }: { area: HTMLTextAreaElement; code: CodeEditor | undefined },
  point?: Point,
): PictureTarget {
  const isMarkdown = area.dataset["codeEditor"] !== "html";
  const place = code === undefined ? placeInArea(area) : code.openPlace(point);
  return {
    show: (label) => place.show(label),
    fill: (picture, alt) => place.fill(markupOf(picture, alt, isMarkdown)),
    close: () => place.close(),
    focus: () => (code ?? area).focus(),
  };
}

/** Returns a field with the address of a picture as a target. */
export function fieldTarget(input: HTMLInputElement): PictureTarget {
  return {
    show: () => undefined,
    fill: ({ url }) => {
      if (input.value === url) return;
      input.value = url;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    },
    close: () => undefined,
    focus: () => input.focus(),
  };
}

/** Returns a place in a text area, for browsers that cannot load the code editor. It shows no label, because a save would contain it. */
function placeInArea(area: HTMLTextAreaElement): TextPlace {
  let content = "";
  return {
    show: () => undefined,
    fill: (markup) => {
      const from = content === "" ? area.selectionEnd : area.value.indexOf(content);
      if (from === -1) return;
      const focused = document.activeElement;
      area.focus();
      area.setSelectionRange(from, from + content.length);
      // No other interface of browsers adds a step of undo.
      document.execCommand("insertText", false, markup);
      content = markup;
      if (focused instanceof HTMLElement) focused.focus();
    },
    close: () => undefined,
  };
}
