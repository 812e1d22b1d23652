/** A space, or a tab between a key and its value. */
const blanks = /[ \t]*/y;
/** An indicator that opens a level in a line. */
const indicator = /[-?:](?=[ \t]|$)[ \t]*/my;
const tagOrAnchor = /[&!][^\s,[\]{}]*(?=[ \t]|$)[ \t]*/my;
/** The header of a block scalar at the end of its line. */
const blockHeader = /[|>][-+\d]{0,2}[ \t]*(?:#.*)?$/my;
/** The end of a plain key: a colon before a blank. A comment ends the search. */
const keyEnd = /:(?=[ \t]|$)|[ \t]#|$/gm;

/**
 * Indents the lines of quoted texts and flow collections that are indented less than their key. YAML 1.1 parsers accept such
 * lines, and YAML 1.2 parsers refuse them. The number of lines stays the same. Takes linear time.
 *
 * @returns undefined if the result is longer than `maxLength`
 */
export function indentContinuations(text: string, maxLength: number): string | undefined {
  const scan = new Scan(text);
  while (scan.position < text.length) scan.readLine();
  let length = text.length;
  for (const { spaces } of scan.insertions) length += spaces;
  if (length > maxLength) return undefined;
  const parts: string[] = [];
  let copied = 0;
  for (const { at, spaces } of scan.insertions) {
    parts.push(text.slice(copied, at), " ".repeat(spaces));
    copied = at;
  }
  return [...parts, text.slice(copied)].join("");
}

class Scan {
  position = 0;
  readonly insertions: { at: number; spaces: number }[] = [];
  readonly #text: string;
  /** Column of the innermost key or indicator in the current line. Its value must be indented more. */
  #column = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a line in block context, and all lines of the scalar or flow collection that begins in it. */
  readLine(): void {
    const start = this.position;
    this.#column = -1;
    this.#skip(blanks);
    for (;;) {
      for (let at = this.position; this.#skip(indicator); at = this.position) this.#column = at - start;
      const node = this.position;
      while (this.#skip(tagOrAnchor));
      if (this.#skip(blockHeader)) return this.#skipDeeperLines();
      const isComment = this.#text[this.position] === "#";
      const isPlain = !this.#readQuoted() && !this.#readFlow() && /[^\n#]/.test(this.#text[node] ?? "");
      if (!isComment && this.#readKeyEnd()) {
        this.#column = node - start;
        continue;
      }
      this.#nextLine();
      return isPlain ? this.#skipDeeperLines() : undefined;
    }
  }

  /** Moves past a colon after a key. Returns false if the line has no further key. */
  #readKeyEnd(): boolean {
    keyEnd.lastIndex = this.position;
    const found = keyEnd.exec(this.#text);
    if (found?.[0] !== ":") return false;
    this.position = found.index + 1;
    this.#skip(blanks);
    return true;
  }

  #readQuoted(): boolean {
    const quote = this.#text[this.position];
    if (quote !== '"' && quote !== "'") return false;
    for (this.position++; this.position < this.#text.length; this.position++) {
      const character = this.#text[this.position];
      if (character === "\n") this.#indentNextLine();
      else if (character === "\\" && quote === '"' && this.#text[this.position + 1] !== "\n") this.position++;
      else if (character === quote) {
        if (quote === '"' || this.#text[this.position + 1] !== quote) break;
        this.position++;
      }
    }
    this.position++;
    return true;
  }

  #readFlow(): boolean {
    if (!/[[{]/.test(this.#text[this.position] ?? "")) return false;
    let depth = 0;
    let canQuote = true;
    while (this.position < this.#text.length) {
      const character = this.#text[this.position] ?? "";
      if (canQuote && this.#readQuoted()) {
        canQuote = false;
        continue;
      }
      if (character === "\n") this.#indentNextLine();
      else if (character === "#" && /\s/.test(this.#text[this.position - 1] ?? "")) {
        this.#toLineEnd();
        continue;
      }
      if (/[[{]/.test(character)) depth++;
      else if (/[\]}]/.test(character)) depth--;
      this.position++;
      if (depth === 0) break;
      if (!/\s/.test(character)) canQuote = /[[{,:?]/.test(character);
    }
    return true;
  }

  #indentNextLine(): void {
    const at = this.position + 1;
    let end = at;
    while (this.#text[end] === " " && end - at <= this.#column) end++;
    const spaces = this.#column + 1 - (end - at);
    if (spaces > 0 && this.#text[end] !== "\n") this.insertions.push({ at, spaces });
  }

  #skipDeeperLines(): void {
    if (this.#text[this.position - 1] !== "\n") this.#nextLine();
    while (this.position < this.#text.length) {
      let end = this.position;
      while (this.#text[end] === " " && end - this.position <= this.#column) end++;
      const isDeeper = end - this.position > this.#column;
      if (!isDeeper && this.#text[end] !== "\n") return;
      this.#nextLine();
    }
  }

  #toLineEnd(): void {
    const end = this.#text.indexOf("\n", this.position);
    this.position = end < 0 ? this.#text.length : end;
  }

  #nextLine(): void {
    this.#toLineEnd();
    this.position++;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.position;
    const [found] = pattern.exec(this.#text) ?? [];
    this.position += found?.length ?? 0;
    return found !== undefined && found !== "";
  }
}
