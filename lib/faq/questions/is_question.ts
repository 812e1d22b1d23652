import type { FullSettings } from "../options/full_settings.ts";

/** Ends of sentences, including the Armenian full stop and the colon often typed for it. */
const SENTENCE_ENDS = ["։", ".", "!", ":"];

/** Returns true if a text ends with a question mark, or its last sentence has an inner mark. */
export function isQuestion(text: string, { questionMarks, innerMarks }: FullSettings): boolean {
  if (questionMarks.some((mark) => text.endsWith(mark))) return true;
  if (innerMarks.length === 0) return false;
  const last = lastSentence(text);
  return innerMarks.some((mark) => last.includes(mark));
}

function lastSentence(text: string): string {
  const last = text.length - 1;
  const start = Math.max(...SENTENCE_ENDS.map((end) => text.lastIndexOf(end, last - 1)));
  return text.slice(start + 1);
}
