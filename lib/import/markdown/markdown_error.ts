/** Maximum length of Markdown in characters. */
export const longestMarkdown = 4_194_304;

/** The Markdown cannot be rendered. */
export class MarkdownError extends Error {
  override name = "MarkdownError";
  /** Line number in the Markdown, starting at 1. */
  readonly line: number;

  constructor(reason: string, line: number) {
    super(`Cannot render the Markdown: ${reason}`);
    this.line = line;
  }
}

/** @throws {MarkdownError} if the text is too long. The error has the line of the first character that is too many */
export function checkLength(text: string): void {
  if (text.length <= longestMarkdown) return;
  let line = 1;
  for (let end = text.indexOf("\n"); end >= 0 && end < longestMarkdown; end = text.indexOf("\n", end + 1))
    line++;
  throw new MarkdownError(
    `it is ${text.length} characters long, but at most ${longestMarkdown} are allowed`,
    line,
  );
}
