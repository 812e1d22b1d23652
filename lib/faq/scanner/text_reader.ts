import { AMPERSAND, CLASSES, LESS_THAN, LINE_FEED, SPACE, UNUSUAL } from "../text/character_classes.ts";
import type { TextSink } from "../text/text_sink.ts";
import { decodeHTML } from "entities/decode";

const RUNS = /[ \n]{2,}|\n/g;

/** Reads text from a source without carriage returns into a sink. */
export class TextReader {
  /** True if a text contained a null character, which the parser drops in some places and replaces in others. */
  hasNull = false;
  readonly #html: string;
  readonly #sink: TextSink;

  constructor(html: string, sink: TextSink) {
    this.#html = html;
    this.#sink = sink;
  }

  /** Reads the text from `start` to the next `<` and decodes character references. Returns the index of the `<`. */
  takeToTag(start: number, keepsLines: boolean): number {
    const html = this.#html;
    let seen = 0;
    let twice = 0;
    let before = 0;
    let at = start;
    // The loop branches only to end, because a mispredicted branch costs as much as ten characters.
    for (; at < html.length; at++) {
      const now = CLASSES[html.charCodeAt(at)] ?? 0;
      if (now === LESS_THAN) break;
      seen |= now;
      twice |= now & before;
      before = now;
    }
    if (at > start) this.#takeSeen(seen, (twice & SPACE) !== 0, start, at, keepsLines);
    return at;
  }

  /** Reads any text up to an index and decodes character references. */
  take(start: number, end: number, keepsLines: boolean): void {
    const text = this.#html.slice(start, end);
    if (text.includes("\0")) this.hasNull = true;
    this.#sink.write(decodeReferences(text), keepsLines);
  }

  /** Reads text up to an index without decoding character references. */
  takeRaw(start: number, end: number, keepsLines: boolean): void {
    this.#checkNull(start, end);
    this.#sink.write(this.#html, keepsLines, start, end);
  }

  #takeSeen(seen: number, hasRuns: boolean, start: number, end: number, keepsLines: boolean): void {
    if ((seen & AMPERSAND) !== 0) this.take(start, end, keepsLines);
    else if ((seen & UNUSUAL) !== 0) this.takeRaw(start, end, keepsLines);
    else if (keepsLines) this.#sink.write(this.#html, keepsLines, start, end);
    else this.#takeSpaced(start, end, hasRuns, (seen & LINE_FEED) !== 0);
  }

  /** Reads text without white space other than spaces and line feeds. */
  #takeSpaced(start: number, end: number, hasRuns: boolean, hasLineFeeds: boolean): void {
    const html = this.#html;
    let from = start;
    let to = end;
    while (from < to && isBlank(html.charCodeAt(from))) from++;
    if (from > start) this.#sink.space();
    if (from === to) return;
    while (isBlank(html.charCodeAt(to - 1))) to--;
    if (hasRuns) this.#sink.add(html.slice(from, to).replace(RUNS, " "));
    else if (hasLineFeeds) this.#takeLines(from, to);
    else this.#sink.add(html.slice(from, to));
    if (to < end) this.#sink.space();
  }

  #takeLines(start: number, end: number): void {
    const html = this.#html;
    let from = start;
    for (let to = html.indexOf("\n", from); to !== -1 && to < end; to = html.indexOf("\n", from)) {
      this.#sink.add(html.slice(from, to));
      this.#sink.space();
      from = to + 1;
    }
    this.#sink.add(html.slice(from, end));
  }

  #checkNull(start: number, end: number): void {
    for (let at = start; at < end; at++) if (this.#html.charCodeAt(at) === 0) this.hasNull = true;
  }
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a;
}

/**
 * Decodes the named and numeric character references of a text.
 *
 * The table is part of the parser, which every bundle with the scanner includes, so it adds no size.
 *
 * Source: WHATWG HTML, 13.2.5.72 "Character reference state" and 13.5 "Named character references".
 */
export function decodeReferences(text: string): string {
  return text.includes("&") ? decodeHTML(text) : text;
}
