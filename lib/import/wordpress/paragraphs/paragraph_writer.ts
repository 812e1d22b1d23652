import { isBlockLike, removesBreakBefore } from "../markup/block_names.ts";
import { type HtmlToken, isLineBreak } from "../markup/html_tokens.ts";
import type { Steps } from "../../../base/yielding.ts";
import { isBlank, trimEndSpace } from "../markup/white_space.ts";

/** The last part that was written, except white space. */
type Last = "paragraph" | "block" | "break" | "other";

/**
 * Writes tags and texts, and decides at each place whether WordPress keeps a paragraph tag or a line break there. Keeps
 * the white space after the last part aside, because the next part can remove it.
 */
export class ParagraphWriter {
  readonly #parts: string[] = [];
  #last: Last = "block";
  #space = "";
  /** The line break that was left out after a block. Only one is. */
  #leftOut: "tag" | "newline" | undefined;

  /** Writes a text, tag, comment or raw element. */
  *write(token: HtmlToken): Steps<void> {
    const { kind, text, name } = token;
    if (kind === "text") yield* this.#text(text);
    else if (isLineBreak(token)) this.#break("tag");
    else if (text === "<p>") this.openParagraph();
    else if (text === "</p>") this.closeParagraph();
    else if (kind !== "comment" && isBlockLike(name)) {
      this.#beforeBlock(name);
      this.#append(text, "block");
    } else this.#append(text, "other");
  }

  /** Writes a paragraph's start tag. A block that follows removes it. */
  openParagraph(): void {
    this.#beforeBlock("p");
    this.#append("<p>", "paragraph");
  }

  /** Writes a paragraph's end tag, but not after a block. An empty paragraph is removed. */
  closeParagraph(): void {
    if (this.#last === "block") this.#space = "";
    else if (this.#last === "paragraph") this.#removeParagraph();
    else {
      if (this.#last === "break") this.#removeBreak();
      this.#append("</p>", "block");
    }
  }

  /** Writes a line end. It becomes a line break, but not after a block or a line break. */
  newline(): void {
    const isAfterBreak = this.#last === "break" || this.#leftOut === "tag";
    const isSpaced = this.#space !== "" && !this.#space.includes("\n");
    if (!isAfterBreak) {
      this.#space = "";
      if (this.#leftOut === undefined) this.#break("newline");
    } else if (isSpaced) this.#break("newline");
    this.#space = "\n";
  }

  toString(): string {
    return this.#parts.join("").trim();
  }

  *#text(text: string): Steps<void> {
    for (const [index, line] of text.split("\n").entries()) {
      yield;
      if (index > 0) this.newline();
      if (isBlank(line)) this.#space += line;
      else {
        const content = trimEndSpace(line);
        this.#append(content, "other");
        this.#space = line.slice(content.length);
      }
    }
  }

  #break(kind: "tag" | "newline"): void {
    const isAfterBlock = this.#last === "block" || this.#last === "paragraph";
    if (isAfterBlock && this.#leftOut === undefined) {
      this.#space = "";
      this.#leftOut = kind;
    } else this.#append("<br>", "break");
  }

  #beforeBlock(name: string): void {
    if (this.#last === "paragraph") this.#removeParagraph();
    if (this.#last === "break" && removesBreakBefore(name)) this.#removeBreak();
  }

  /** Removes the opened paragraph and the white space after it. */
  #removeParagraph(): void {
    this.#parts.pop();
    this.#space = "";
    this.#last = "block";
  }

  #removeBreak(): void {
    this.#parts.pop();
    this.#last = "other";
  }

  #append(text: string, last: Last): void {
    if (this.#space !== "") this.#parts.push(this.#space);
    this.#space = "";
    this.#parts.push(text);
    this.#last = last;
    this.#leftOut = undefined;
  }
}
