const fenceForm = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Returns the marks of the fenced code that is open after a line of Markdown, or an empty text. An info string follows only the marks that open
 * it.
 *
 * @param open the marks of the fenced code that is open before the line, or an empty text
 */
export function fenceAfter(open: string, line: string): string {
  const [, marks = ""] = fenceForm.exec(line) ?? [];
  if (open === "") return marks;
  const isEnd = marks.startsWith(open) && line.trim() === marks;
  return isEnd ? "" : open;
}
