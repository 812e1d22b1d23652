import type { FullSettings } from "../options/full_settings.ts";
import { questionOf } from "./question_text.ts";

/** Ends of sentences, including the Armenian full stop and the colon often typed for it. */
const SENTENCE_ENDS = ["։", ".", "!", ":"];

/** Returns the question of a text that ends with a question mark, or whose last sentence has an inner mark. */
export function asQuestion(text: string, settings: FullSettings): string | undefined {
  const { innerMarks } = settings;
  const question = questionOf(text, settings);
  if (question !== undefined || innerMarks.length === 0) return question;
  const last = lastSentence(text);
  return innerMarks.some((mark) => last.includes(mark)) ? text : undefined;
}

/** Returns true if a text is a question. */
export function isQuestion(text: string, settings: FullSettings): boolean {
  return asQuestion(text, settings) !== undefined;
}

function lastSentence(text: string): string {
  const last = text.length - 1;
  const start = Math.max(...SENTENCE_ENDS.map((end) => text.lastIndexOf(end, last - 1)));
  return text.slice(start + 1);
}
