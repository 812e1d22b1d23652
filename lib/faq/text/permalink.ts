const WORD_CHARACTER = /[\p{L}\p{Nd}?]/u;

/** Returns true if a link with this text is a permalink by rule 3: it has no letter, digit or question mark. */
export function isPermalinkText(text: string, questionMarks: readonly string[]): boolean {
  return !WORD_CHARACTER.test(text) && !questionMarks.some((mark) => text.includes(mark));
}
