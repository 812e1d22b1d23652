import { choosePairs, type Pair } from "./choose_pairs.ts";
import { writeCodeSpan } from "./code.ts";
import { escapeText } from "./escape_text.ts";
import type { Inline, Mark } from "./inline_run.ts";

/** The kind of block that contains inline content. A paragraph can have several lines. */
export type InlinePlace = "paragraph" | "heading" | "cell";

/** Writes inline content as Markdown. */
export function writeInline(parts: readonly Inline[], place: InlinePlace): string {
  return new InlineWriter(parts, place).write();
}

class InlineWriter {
  readonly #parts: readonly Inline[];
  readonly #place: InlinePlace;
  readonly #pairs: ReadonlyMap<Mark, Pair>;
  #isInLink = false;
  #markdown = "";

  constructor(parts: readonly Inline[], place: InlinePlace) {
    this.#parts = parts;
    this.#place = place;
    this.#pairs = choosePairs(parts);
  }

  write(): string {
    for (const [index, part] of this.#parts.entries()) this.#markdown += this.#write(part, index);
    return this.#markdown;
  }

  #write(part: Inline, index: number): string {
    if (part.type === "text") return this.#writeText(part.text, index);
    if (part.type === "break") return this.#place === "paragraph" ? "\\\n" : "<br>";
    if (part.type === "atom") return part.text;
    if (part.type === "code") return this.#writeCode(part.code, index);
    const isStart = part.type === "open";
    if (part.mark.name === "a") this.#isInLink = isStart;
    return this.#pairs.get(part.mark)?.[isStart ? 0 : 1] ?? "";
  }

  #writeCode(code: string, index: number): string {
    // Two code spans in a row would be one.
    if (!this.#markdown.endsWith("`")) return writeCodeSpan(code);
    return `<code>${this.#writeText(code.replace(/[\n\r]/g, " "), index)}</code>`;
  }

  #writeText(text: string, index: number): string {
    const [previous, part, next] = [this.#parts[index - 1], this.#parts[index], this.#parts[index + 1]];
    const isText = part?.type === "text";
    const isFirst = previous === undefined || previous.type === "break";
    return escapeText(text, {
      isLineStart: isText && isFirst && this.#place === "paragraph",
      isInLink: this.#isInLink,
      isLinkStart: isLinkStart(previous),
      isBeforeLink: isText && isLinkStart(next),
      isHeadingEnd: isText && next === undefined && this.#place === "heading",
    });
  }
}

function isLinkStart(part: Inline | undefined): boolean {
  return part?.type === "open" && part.mark.name === "a";
}
