import { AMPERSAND, CLASSES, LESS_THAN, LINE_FEED, SPACE, UNUSUAL } from "../character_classes.ts";
import type { TextSink } from "../text_sink.ts";
import { decodeReferences } from "./references.ts";

const RUNS = /[ \n]{2,}|\n/g;

/** Takes text from the source, which has no carriage return, into a sink. */
export class TextReader {
  /** Whether a text held a null character, which the parser drops here and replaces there. */
  hasNull = false;
  readonly #html: string;
  readonly #sink: TextSink;

  constructor(html: string, sink: TextSink) {
    this.#html = html;
    this.#sink = sink;
  }

  /** Takes the text from here to the next `<`, with character references decoded. Answers where that is. */
  takeToTag(start: number, keepsLines: boolean): number {
    const html = this.#html;
    let seen = 0;
    let twice = 0;
    let before = 0;
    let at = start;
    // No branch for each character, but for the last: a mispredicted one costs as much as ten characters.
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

  /** Takes text up to an index, whatever is in it, with character references decoded. */
  take(start: number, end: number, keepsLines: boolean): void {
    const text = this.#html.slice(start, end);
    if (text.includes("\0")) this.hasNull = true;
    this.#sink.write(decodeReferences(text), keepsLines);
  }

  /** Takes text up to an index in which an ampersand is just that. */
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

  /** Takes text whose only white space is spaces and line feeds. */
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
