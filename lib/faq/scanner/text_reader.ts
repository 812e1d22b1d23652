import type { TextSink } from "../text_sink.ts";
import { decodeReferences } from "./references.ts";
import { isTagSpace } from "./tag_reader.ts";

/** Takes text from the source into a sink. Texts must be taken in order. */
export class TextReader {
  readonly #html: string;
  readonly #sink: TextSink;
  /** Where the next `&` is that was looked for, so that the source is searched once. */
  #ampersand = -1;

  constructor(html: string, sink: TextSink) {
    this.#html = html;
    this.#sink = sink;
  }

  /** Takes text in which character references are decoded. */
  take(start: number, end: number, keepsLines: boolean): void {
    if (this.#ampersand < start) {
      const found = this.#html.indexOf("&", start);
      this.#ampersand = found === -1 ? Infinity : found;
    }
    if (this.#ampersand >= end) {
      this.takeRaw(start, end, keepsLines);
      return;
    }
    const text = this.#html.slice(start, end);
    this.#sink.write(decodeReferences(keepsLines ? withLineFeeds(text) : text), keepsLines);
  }

  /** Takes text in which an ampersand is just that. */
  takeRaw(start: number, end: number, keepsLines: boolean): void {
    if (keepsLines) this.#sink.write(withLineFeeds(this.#html.slice(start, end)), true);
    else this.#sink.write(this.#html, false, start, end);
  }

  /** Whether text is white space as the parser understands it. */
  isSpace(start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      if (!isTagSpace(this.#html.charCodeAt(at))) return false;
    }
    return true;
  }
}

/** Normalizes line ends (WHATWG HTML, 13.2.3.5): only that makes a line of a carriage return. */
function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;
}
