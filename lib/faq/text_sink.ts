import { CLASSES, SPACE as WHITE_SPACE } from "./character_classes.ts";

const NOTHING = 0;
const SPACE = 1;
const BREAK = 2;

/** A place in the text of a sink. */
export interface SinkMark {
  readonly text: string;
  readonly pending: number;
}

/**
 * Where text goes to be normalized as rule 2 says: runs of white space become one space, runs of line breaks (and the
 * white space about them) one `\n`, and the ends are trimmed.
 */
export class TextSink {
  #text = "";
  /** What separates the text so far from the text to come. */
  #pending = NOTHING;

  /**
   * Adds text, from one index to another; with `keepLines`, as in `pre`, a line feed is a line break. A part of a long
   * text is best given so, for the characters of a slice are slow to read.
   */
  write(data: string, keepLines = false, from = 0, to: number = data.length): void {
    let start = from;
    for (let at = from; at < to; at++) {
      const unit = data.charCodeAt(at);
      if (!isSpace(unit)) continue;
      // Most white space is a single space between words, and stays as it is.
      if (unit === 0x20 && at > start && at + 1 < to && !isSpace(data.charCodeAt(at + 1))) continue;
      if (start < at) this.add(data.slice(start, at));
      if (unit === 0x0a && keepLines) this.#pending = BREAK;
      else this.space();
      start = at + 1;
    }
    if (start < to) this.add(data.slice(start, to));
  }

  /** Adds text that is normal: it has no white space but single spaces, and none at its ends. */
  add(words: string): void {
    if (this.#pending === NOTHING || this.#text === "") this.#text += words;
    else this.#text += (this.#pending === SPACE ? " " : "\n") + words;
    this.#pending = NOTHING;
  }

  /** Adds white space. */
  space(): void {
    if (this.#pending === NOTHING) this.#pending = SPACE;
  }

  /** Adds a line break. */
  lineBreak(): void {
    this.#pending = BREAK;
  }

  /** Notes where the text is now. */
  mark(): SinkMark {
    return { text: this.#text, pending: this.#pending };
  }

  /** The text since a mark. */
  since(mark: SinkMark): string {
    return trimEnds(this.#text.slice(mark.text.length));
  }

  /** Forgets what was added since a mark. */
  reset(mark: SinkMark): void {
    this.#text = mark.text;
    this.#pending = mark.pending;
  }

  /** Forgets everything. */
  clear(): void {
    this.#text = "";
    this.#pending = NOTHING;
  }

  /** Answers the text and starts anew. */
  take(): string {
    const text = trimEnds(this.#text);
    this.clear();
    return text;
  }
}

function isSpace(unit: number): boolean {
  return ((CLASSES[unit] ?? 0) & WHITE_SPACE) !== 0;
}

function trimEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isTrimmed(text.charCodeAt(start))) start++;
  while (start < end && isTrimmed(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isTrimmed(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x200b || unit === 0x2060 || unit === 0xfeff;
}
