/** Graphemes that a terminal shows in two columns: East Asian wide and full-width characters, and emoji. */
const wide =
  /^(?:[\p{Script=Han}\p{Emoji_Presentation}\u1100-\u115f\u3000-\u33ff\uac00-\ud7a3\uff01-\uff60\uffe0-\uffe6]|.\ufe0f)/u;
/** Graphemes that take no column. */
const invisible = /^[\p{Mark}\p{Format}]+$/u;

const segmenter = new Intl.Segmenter();

/** Returns the number of terminal columns that a line takes. */
export function displayWidth(line: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(line)) width += widthOf(segment);
  return width;
}

/** Shortens a line to at most `columns` columns. A shortened line ends with an ellipsis. */
export function shortened(line: string, columns: number): string {
  if (displayWidth(line) <= columns) return line;
  let text = "";
  let width = 1;
  for (const { segment } of segmenter.segment(line)) {
    width += widthOf(segment);
    if (width > columns) break;
    text += segment;
  }
  return `${text.trimEnd()}…`;
}

function widthOf(grapheme: string): number {
  if (wide.test(grapheme)) return 2;
  return invisible.test(grapheme) ? 0 : 1;
}

/** Breaks a text between words into lines of at most `columns` columns. Words stay whole. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && displayWidth(line) + 1 + displayWidth(word) <= columns)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
