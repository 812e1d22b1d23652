import { SVG_DESCRIPTIONS, TEXTLESS_ELEMENTS } from "../tree/elements.ts";
import { MAX_DEPTH } from "./open_elements.ts";
import { NAMES } from "./tags.ts";

/** SVG and MathML elements with HTML content. The scanner supports only text in them. */
const TEXT_POINTS = new Set(["desc", "title", "mi", "mn", "mo", "ms", "mtext"]);

/** Start tags that the scanner does not support: they break out of foreign content or contain HTML. */
const UNSURE = new Set([...NAMES, "foreignobject", "annotation-xml", "mglyph", "malignmark"]);
for (const name of ["a", "math", "script", "style", "svg", "title"]) UNSURE.delete(name);

const ROOTS = new Set(["math", "svg"]);

/**
 * The open elements of an `svg` or `math`. Supports only well-nested tags, and no HTML except text.
 *
 * Source: WHATWG HTML, 13.2.6.5 "The rules for parsing tokens in foreign content".
 */
export class Foreign {
  unsure: string | undefined;
  readonly #names: string[] = [];
  /** Number of open elements whose text is ignored. */
  #textless = 0;

  get isOpen(): boolean {
    return this.#names.length > 0;
  }

  get givesText(): boolean {
    return this.#textless === 0;
  }

  start(name: string, isSelfClosing: boolean): void {
    const isInText = TEXT_POINTS.has(this.#names.at(-1) ?? "");
    const isOther = this.isOpen && ROOTS.has(name) && name !== this.#names[0];
    if (isInText || isOther || UNSURE.has(name) || this.#names.length === MAX_DEPTH) {
      this.unsure = "foreign content";
    } else if (!isSelfClosing) {
      this.#names.push(name);
      if (isTextless(name)) this.#textless++;
    }
  }

  end(name: string): void {
    if (this.#names.pop() !== name) this.unsure = "foreign content";
    else if (isTextless(name)) this.#textless--;
  }
}

function isTextless(name: string): boolean {
  return TEXTLESS_ELEMENTS.has(name) || SVG_DESCRIPTIONS.has(name);
}
