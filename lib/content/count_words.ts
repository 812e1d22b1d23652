import { htmlToText } from "../faq/mod.ts";
import { segmentWords, unspacedRuns } from "../segment_words.ts";

/**
 * Counts the words of a post (spec, "Post": `wordCount`). `Intl.Segmenter` finds the words of scripts without spaces between words:
 * Chinese, Japanese, Thai, Lao, Khmer, Burmese and Tibetan. In other scripts, a word is a run of non-space characters that
 * contains a letter or a digit.
 *
 * @param html the post's content, with markup
 *
 * @example
 * ```ts
 * import { countWords } from "postern";
 *
 * countWords("<p>Two words – no more</p>"); // 4
 * countWords("<p>私は猫です。 Three more words</p>"); // 7
 * ```
 */
export function countWords(html: string): number {
  const text = htmlToText(html, { maxInputLength: Infinity });
  const runs = text.match(unspacedRuns);
  if (runs === null) return countBetweenSpaces(text);
  return countBetweenSpaces(text.replace(unspacedRuns, " ")) + countSegments(runs.join(" "));
}

function countSegments(text: string): number {
  let words = 0;
  segmentWords(text, () => words++);
  return words;
}

function countBetweenSpaces(text: string): number {
  return text.split(/\s/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
