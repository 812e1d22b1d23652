import { wordsTextSteps } from "../../../faq/reading.ts";
import { runStepsSync } from "../../../base/yielding.ts";
import { withoutFormat } from "../../../base/text/format_characters.ts";
import { segmentWords, unspacedRuns } from "../../../base/text/segment_words.ts";

/**
 * Counts the words of a post (spec, "Post": `wordCount`). `Intl.Segmenter` finds the words of scripts without spaces between words:
 * Chinese, Japanese, Thai, Lao, Khmer, Burmese and Tibetan. In other scripts, a word is a run of non-space characters that
 * contains a letter or a digit. Annotations of `ruby` do not count.
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
  return runStepsSync(countWordSteps(html));
}

/** Number of characters whose words are counted in a step. */
const portion = 65_536;

/** Counts the words as {@link countWords} does, and yields between portions. The scan of HTML that needs no tree is one step. */
export function* countWordSteps(html: string): Generator<void, number> {
  const text = yield* wordsTextSteps(html);
  let words = 0;
  for (let start = 0; start < text.length;) {
    const end = endOfWord(text, start + portion);
    words += yield* countIn(withoutFormat(text.slice(start, end)));
    start = end;
    yield;
  }
  return words;
}

/** Returns the index of the next white space. U+FEFF is a Format character, although `\s` matches it. */
function endOfWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && !/[^\S\ufeff]/.test(text.charAt(end))) end++;
  return end;
}

function* countIn(text: string): Generator<void, number> {
  const runs = text.match(unspacedRuns);
  if (runs === null) return countBetweenSpaces(text);
  return countBetweenSpaces(text.replace(unspacedRuns, " ")) + (yield* countSegments(runs));
}

function* countSegments(runs: readonly string[]): Generator<void, number> {
  let words = 0;
  let text = "";
  for (const [index, run] of runs.entries()) {
    text += `${run} `;
    if (text.length < portion && index < runs.length - 1) continue;
    segmentWords(text, () => words++);
    text = "";
    yield;
  }
  return words;
}

function countBetweenSpaces(text: string): number {
  const spaced = text.includes("\u200b") ? text.replaceAll("\u200b", " ") : text;
  return spaced.split(/\s/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
