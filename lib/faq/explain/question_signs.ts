/** The question marks of all scripts, found by their Unicode names. The Greek semicolon is handled separately. */
const MARKS = ["?", "\uff1f", "\u061f", "\u037e", "\u055e", "\u1367", "\u2047", "\u2048", "\u2049", "\ufe16", "\ufe56", "\ua60f", "\u2e2e"]; // oxfmt-ignore
const ARMENIAN_MARK = "\u055e";

/** Maximum distance of a mark from the end of the text, in UTF-16 code units. */
const NEAR = 24;

const GREEK = /\p{Script=Greek}/u;
const ASKING =
  /^(?:(?:what|why|who|where|when|which|how) (?:is|are|do|does|did|can|could|should|will|would|many|much|long|often)|(?:is|are|can|could|do|does|did|should|will|would|may|must) (?:i|you|we|it|they|there|this|the|my|your)) /i;

/** A mark in a text, and the text after it. */
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

/** Returns true if a text has the Armenian question mark, which is written inside a word. */
export function hasArmenianMark(text: string): boolean {
  return text.includes(ARMENIAN_MARK);
}

/** Returns true if a text begins like an English question. */
export function readsLikeQuestion(text: string): boolean {
  return ASKING.test(text.slice(0, 60));
}
