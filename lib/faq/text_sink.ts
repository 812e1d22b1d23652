import { isWhiteSpace } from "./white_space.ts";

const NOTHING = 0;
const SPACE = 1;
const BREAK = 2;

/**
 * Where text goes to be normalized as rule 2 says: runs of white space become one space, runs of line breaks (and the
 * white space about them) one `\n`, and the ends are trimmed.
 */
export class TextSink {
  #text = "";
  /** What separates the text so far from the text to come. */
  #pending = NOTHING;

  /** Adds text; with `keepLines`, as in `pre`, a line feed is a line break. */
  write(data: string, keepLines = false): void {
    let start = 0;
    for (let at = 0; at < data.length; at++) {
      const code = data.charCodeAt(at);
      if (code > 0x20 && code < 0x85) continue;
      if (!isWhiteSpace(code)) continue;
      if (start < at) this.#flush(data.slice(start, at));
      if (code === 0x0a && keepLines) this.#pending = BREAK;
      else this.space();
      start = at + 1;
    }
    if (start < data.length) this.#flush(start === 0 ? data : data.slice(start));
  }

  /** Adds white space. */
  space(): void {
    if (this.#pending === NOTHING) this.#pending = SPACE;
  }

  /** Adds a line break. */
  lineBreak(): void {
    this.#pending = BREAK;
  }

  /** Answers the text and starts anew. */
  take(): string {
    const text = trimEnds(this.#text);
    this.#text = "";
    this.#pending = NOTHING;
    return text;
  }

  #flush(word: string): void {
    if (this.#pending === SPACE) this.#text += " ";
    else if (this.#pending === BREAK) this.#text += "\n";
    this.#text += word;
    this.#pending = NOTHING;
  }
}

function trimEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isTrimmed(text.charCodeAt(start))) start++;
  while (start < end && isTrimmed(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isTrimmed(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x200b || code === 0x2060 || code === 0xfeff;
}
