/** The question marks of all scripts, by Unicode's names, but for the semicolon of Greek. */
const MARKS = ["?", "\uff1f", "\u061f", "\u037e", "\u055e", "\u1367", "\u2047", "\u2048", "\u2049", "\ufe16", "\ufe56", "\ua60f", "\u2e2e"]; // prettier-ignore
const ARMENIAN_MARK = "\u055e";

/** How far from the end a mark may be, in UTF-16 code units. */
const NEAR = 24;

const GREEK = /\p{Script=Greek}/u;
const ASKING =
  /^(?:(?:what|why|who|where|when|which|how) (?:is|are|do|does|did|can|could|should|will|would|many|much|long|often)|(?:is|are|can|could|do|does|did|should|will|would|may|must) (?:i|you|we|it|they|there|this|the|my|your)) /i;

/** A mark in a text, and the rest of the text after it. */
export interface FoundMark {
  readonly mark: string;
  readonly tail: string;
}

/** Returns the last question mark of any script near the end of a text. */
export function markNearEnd(text: string): FoundMark | undefined {
  if (text.endsWith(";") && GREEK.test(text)) return { mark: ";", tail: "" };
  const from = Math.max(0, text.length - NEAR);
  const end = text.slice(from);
  const at = Math.max(...MARKS.map((mark) => end.lastIndexOf(mark)));
  return at === -1 ? undefined : { mark: end.charAt(at), tail: end.slice(at + 1) };
}

/** Whether a text has the mark that Armenian puts into the word that asks. */
export function hasArmenianMark(text: string): boolean {
  return text.includes(ARMENIAN_MARK);
}

/** Whether an English text without a mark reads like a question. */
export function readsLikeQuestion(text: string): boolean {
  return ASKING.test(text.slice(0, 60));
}
