import { escapeXml } from "../../../base/text/escape_xml.ts";

/** A range of positions in a text. */
export interface TextRange {
  start: number;
  end: number;
}

/** Columns by which the end of fenced code can be indented. With more, it is a part of the code. */
export const mostFenceIndent = 3;

const containerStart = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const listItem = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;

/** Returns the ranges of code in Markdown: fenced, indented and in backticks. They are in order and do not overlap. */
export function codeRanges(text: string, { hasIndentedCode }: { hasIndentedCode: boolean }): TextRange[] {
  const ranges: TextRange[] = [];
  const lines = new CodeLines(text, ranges, hasIndentedCode);
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline + 1;
    lines.take(start, end);
    start = end;
  }
  lines.finish(text.length);
  return ranges;
}

/** Returns a text as fenced code. The fence is longer than every run of backticks in the text. */
export function fencedCode(text: string, info: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(1 + runs.reduce((most, { length }) => Math.max(most, length), 2));
  return `${fence}${info}\n${text}\n${fence}`;
}

class CodeLines {
  readonly #text: string;
  readonly #ranges: TextRange[];
  readonly #hasIndentedCode: boolean;
  #fence: { mark: string; start: number; column: number } | undefined;
  #paragraph: number | undefined;
  #isAfterBlank = true;
  #isInList = false;

  constructor(text: string, ranges: TextRange[], hasIndentedCode: boolean) {
    this.#text = text;
    this.#ranges = ranges;
    this.#hasIndentedCode = hasIndentedCode;
  }

  take(start: number, end: number): void {
    const line = this.#text.slice(start, end);
    const column = containerStart.exec(line)?.[0].length ?? 0;
    const content = line.slice(column);
    const [mark] = /^(?:`{3,}|~{3,})/.exec(content) ?? [];
    if (this.#fence !== undefined) {
      const isEnd = mark !== undefined && mark.startsWith(this.#fence.mark) && content.trimEnd() === mark;
      if (isEnd && column <= this.#fence.column + mostFenceIndent) this.#endFence(end);
      return;
    }
    const isFence = mark !== undefined && !(mark.startsWith("`") && content.includes("`", mark.length));
    const isBlank = line.trim() === "";
    if (isFence || isBlank) this.#endParagraph(start);
    if (isFence) this.#fence = { mark, start, column };
    else if (!isBlank) this.#takeText(line, start, end);
    this.#isAfterBlank = isBlank;
  }

  finish(end: number): void {
    if (this.#fence !== undefined) this.#endFence(end);
    this.#endParagraph(end);
  }

  #takeText(line: string, start: number, end: number): void {
    const isIndented = /^(?: {4}| {0,3}\t)/.test(line);
    if (listItem.test(line)) this.#isInList = true;
    else if (/^\S/.test(line)) this.#isInList = this.#isInList && !this.#isAfterBlank;
    const isCode = this.#hasIndentedCode && isIndented && !this.#isInList && this.#paragraph === undefined;
    if (isCode) this.#ranges.push({ start, end });
    else this.#paragraph ??= start;
  }

  #endFence(end: number): void {
    this.#ranges.push({ start: this.#fence?.start ?? end, end });
    this.#fence = undefined;
  }

  #endParagraph(end: number): void {
    if (this.#paragraph !== undefined) addCodeSpans(this.#text, this.#paragraph, end, this.#ranges);
    this.#paragraph = undefined;
  }
}

/** Adds the code in backticks of a paragraph. A run of backticks ends at the next run of the same length. */
function addCodeSpans(text: string, start: number, end: number, ranges: TextRange[]): void {
  const paragraph = text.slice(start, end);
  if (!paragraph.includes("`")) return;
  const runs = [...paragraph.matchAll(/`+/g)].map(({ 0: run, index }) => ({ index, length: run.length }));
  const nextOfLength = new Map<number, number>();
  const closings = runs.map(() => -1);
  for (let index = runs.length - 1; index >= 0; index--) {
    const { length = 0 } = runs[index] ?? {};
    closings[index] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, index);
  }
  for (let index = 0; index < runs.length; index++) {
    const [open, close] = [runs[index], runs[closings[index] ?? -1]];
    if (open === undefined || close === undefined) continue;
    ranges.push({ start: start + open.index, end: start + close.index + close.length });
    index = closings[index] ?? index;
  }
}

/** Finds whether positions are in ranges. Positions must be asked in ascending order. */
export class RangeCursor {
  readonly #ranges: readonly TextRange[];
  #next = 0;

  constructor(ranges: readonly TextRange[]) {
    this.#ranges = ranges;
  }

  /** Returns the range that contains a position. */
  at(position: number): TextRange | undefined {
    while ((this.#ranges[this.#next]?.end ?? Infinity) <= position) this.#next++;
    const range = this.#ranges[this.#next];
    return range !== undefined && range.start <= position ? range : undefined;
  }
}

/** Returns HTML of a code block that is a Markdown block too. */
export function codeHtml(code: string, language: string): string {
  const name = /^[\w+#.-]{1,50}/.exec(language)?.[0] ?? "";
  const attribute = name === "" ? "" : ` class="language-${name}"`;
  return `<pre><code${attribute}>${escapeXml(code.replace(/^\n/, "").trimEnd(), "element")}\n</code></pre>`;
}
