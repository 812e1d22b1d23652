import { CLASSES, SPACE as WHITE_SPACE } from "./character_classes.ts";

const NOTHING = 0;
const SPACE = 1;
const BREAK = 2;

/**
 * Where text goes to be normalized as rule 2 says: runs of white space become one space, runs of line breaks (and the
 * white space about them) one `\n`, and the ends are trimmed.
 */
export class TextSink {
  /** The text before the current part. Reading it copies it, so only {@link take} does. */
  #before = "";
  /** The text of the current part. */
  #text = "";
  /** The separator between the text before the current part and its text. */
  #separator = NOTHING;
  /** What separates the text so far from the text to come. */
  #pending = NOTHING;
  /** The pending separator at the start of the current part. */
  #pendingBefore = NOTHING;

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
    if (this.#text === "") {
      this.#text = words;
      this.#separator = this.#pending;
    } else {
      this.#text = join(this.#text, this.#pending, words);
    }
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

  /** Starts a part of the text, which can be read or dropped for the time that it takes alone. */
  startPart(): void {
    this.#before = this.#whole();
    this.#text = "";
    this.#pendingBefore = this.#pending;
  }

  /** Returns the text of the current part. */
  readPart(): string {
    return trimEnds(this.#text);
  }

  /** Forgets the text of the current part. */
  dropPart(): void {
    this.#text = "";
    this.#pending = this.#pendingBefore;
  }

  /** Forgets everything. */
  clear(): void {
    this.#before = "";
    this.#text = "";
    this.#pending = NOTHING;
    this.#pendingBefore = NOTHING;
  }

  /** Answers the text and starts anew. */
  take(): string {
    const text = trimEnds(this.#whole());
    this.clear();
    return text;
  }

  #whole(): string {
    if (this.#before === "") return this.#text;
    return this.#text === "" ? this.#before : join(this.#before, this.#separator, this.#text);
  }
}

function join(before: string, separator: number, after: string): string {
  if (separator === NOTHING) return before + after;
  return before + (separator === SPACE ? " " : "\n") + after;
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
