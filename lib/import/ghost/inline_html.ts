import { escapeHtml } from "../markup/escape_html.ts";

/** Bits of a text's format in Lexical, and the elements that Ghost renders them as, the outermost first. */
const formats: readonly (readonly [bit: number, tag: string])[] = [
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [8, "u"],
  [16, "code"],
  [32, "sub"],
  [64, "sup"],
  [128, "mark"],
];

/** Writes the inline content of a block. An element that two neighbors share stays open between them. */
export class InlineHtml {
  #html = "";
  #open: string[] = [];

  /** @param format the bits of the text's formats */
  addText(text: string, format: number): void {
    const wanted = formats.filter(([bit]) => (format & bit) !== 0).map(([, tag]) => tag);
    const isKept = this.#open.findIndex((tag) => !wanted.includes(tag));
    this.#closeTo(isKept === -1 ? this.#open.length : isKept);
    for (const tag of wanted) {
      if (this.#open.includes(tag)) continue;
      this.#html += `<${tag}>`;
      this.#open.push(tag);
    }
    this.#html += escapeHtml(text);
  }

  /** Adds HTML without formats, such as a link. */
  addHtml(html: string): void {
    this.#closeTo(0);
    this.#html += html;
  }

  /** Adds a line break within the open elements. */
  addLineBreak(): void {
    this.#html += "<br>";
  }

  /** Returns the HTML since the last call. */
  take(): string {
    this.#closeTo(0);
    const html = this.#html;
    this.#html = "";
    return html;
  }

  #closeTo(length: number): void {
    for (const tag of this.#open.splice(length).toReversed()) this.#html += `</${tag}>`;
  }
}
