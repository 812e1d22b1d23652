import { RangeCursor, type TextRange } from "./code_ranges.ts";

/** Replaces the matches of a pattern in Markdown, outside of code. Without a replacement, a match stays. */
export function replaceOutsideOfCode(
  text: string,
  code: readonly TextRange[],
  { pattern, render }: { pattern: RegExp; render: (match: RegExpExecArray) => string | undefined },
): string {
  const cursor = new RangeCursor(code);
  const parts: string[] = [];
  let position = 0;
  for (const match of text.matchAll(pattern)) {
    const { 0: whole, index } = match;
    const replacement = cursor.at(index) === undefined ? render(match) : undefined;
    if (replacement === undefined) continue;
    parts.push(text.slice(position, index), replacement);
    position = index + whole.length;
  }
  return parts.join("") + text.slice(position);
}
