import { foldWord } from "../words/fold_word.ts";
import { forEachWord } from "../words/for_each_word.ts";

/** A part of a text, in UTF-16 units. */
export interface Highlight {
  start: number;
  /** Index after the last unit. */
  end: number;
}

/** Returns the words of a text that a query has found. */
export function highlightsOf(text: string, words: ReadonlySet<string>): Highlight[] {
  const highlights: Highlight[] = [];
  forEachWord(text, (written, start, end) => {
    if (words.has(foldWord(written))) highlights.push({ start, end });
  });
  return highlights;
}
