/** A line of Markdown. */
export interface MarkdownLine {
  text: string;
  /** Index of the line in the Markdown. */
  start: number;
  /** Marks of the fenced code that is open before the line, or an empty text. */
  before: string;
  /** Marks of the fenced code that is open after the line, or an empty text. */
  after: string;
}

const fenceForm = /^ *(`{3,}|~{3,})/;

/** Yields the lines of Markdown. An info string follows only the marks that open fenced code. */
export function* markdownLines(markdown: string): Generator<MarkdownLine, void> {
  let start = 0;
  let before = "";
  for (const text of markdown.split("\n")) {
    const [, marks = ""] = fenceForm.exec(text) ?? [];
    const isEnd = marks.startsWith(before) && text.trim() === marks;
    const after = before === "" ? marks : isEnd ? "" : before;
    yield { text, start, before, after };
    start += text.length + 1;
    before = after;
  }
}
