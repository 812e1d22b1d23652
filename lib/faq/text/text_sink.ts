import { withoutInvisible } from "../../base/text/format_characters.ts";
import { CLASSES, SPACE as WHITE_SPACE } from "./character_classes.ts";

const NOTHING = 0;
const SPACE = 1;
const BREAK = 2;

/**
 * Collects text and normalizes it by rule 2. Runs of white space become one space. Runs of line breaks, with adjacent
 * white space, become one `\n`. The ends are trimmed.
 */
export class TextSink {
  /** The text before the current part. Only {@link take} reads it, because reading copies it. */
  #before = "";
  /** The text of the current part. */
  #text = "";
  /** The separator between the text before the current part and its text. */
  #separator = NOTHING;
  /** The separator between the text so far and the next text. */
  #pending = NOTHING;
  /** The pending separator at the start of the current part. */
  #pendingBefore = NOTHING;

  /**
   * Adds the text between two indexes. With `keepLines`, as in `pre`, a line feed is a line break. Pass indexes instead of
   * a slice of a long text, because reading the characters of a slice is slow.
   */
  write(data: string, keepLines = false, from = 0, to: number = data.length): void {
    let start = from;
    for (let at = from; at < to; at++) {
      const unit = data.charCodeAt(at);
      if (!isSpace(unit)) continue;
      // Fast path: most white space is a single space between words, which needs no change.
      if (unit === 0x20 && at > start && at + 1 < to && !isSpace(data.charCodeAt(at + 1))) continue;
      if (start < at) this.add(data.slice(start, at));
      if (unit === 0x0a && keepLines) this.#pending = BREAK;
      else this.space();
      start = at + 1;
    }
    if (start < to) this.add(data.slice(start, to));
  }

  /** Adds normalized text: trimmed, with single spaces as its only white space. */
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

  /** Starts a new part. Reading or dropping it takes time proportional to this part only. */
  startPart(): void {
    this.#before = this.#whole();
    this.#text = "";
    this.#pendingBefore = this.#pending;
  }

  /** Returns the text of the current part. */
  readPart(): string {
    return trimEnds(this.#text);
  }

  /** Removes the text of the current part. */
  dropPart(): void {
    this.#text = "";
    this.#pending = this.#pendingBefore;
  }

  /** Removes all text. */
  clear(): void {
    this.#before = "";
    this.#text = "";
    this.#pending = NOTHING;
    this.#pendingBefore = NOTHING;
  }

  /** Returns the text and clears the sink. */
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

/** The code units that ended a text, and whether they are invisible. */
const invisibleUnits = new Map<number, boolean>();

/** Returns true for white space and invisible characters. Those beyond U+FFFF stay, because they end the flags of regions. */
function isTrimmed(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || unit === 0x0a;
  const known = invisibleUnits.get(unit);
  if (known !== undefined) return known;
  const isInvisible = withoutInvisible(String.fromCharCode(unit)) === "";
  invisibleUnits.set(unit, isInvisible);
  return isInvisible;
}
