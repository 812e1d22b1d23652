import { htmlToText } from "../faq/mod.ts";

/**
 * Character class of the scripts without spaces between words, with their marks and full-width punctuation.
 * Characters listed by code point belong to several scripts, or to no script.
 */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\u3001-\u303f\u3099-\u309c\u30fb\u30fc\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uff70\uff9e\uff9f`;

/** Runs of these characters. A variation selector (U+FE00, U+E0100) belongs to the character before it. */
const unspacedRuns = new RegExp(
  String.raw`[${unspaced}][${unspaced}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]*`,
  "gu",
);

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

/** Number of characters that are segmented together, because V8 copies them for each segment. Longer words count more than once. */
const longestPiece = 400;

/** Number of segments at the end of a piece that are segmented again, because the following text can change them. */
const overlap = 8;

function countSegments(text: string): number {
  // The segmenter's dictionary depends on the script, so any locale works.
  const segmenter = new Intl.Segmenter("en", { granularity: "word" });
  let words = 0;
  for (let start = 0; start < text.length;) {
    const segments = [...segmenter.segment(text.slice(start, start + longestPiece))];
    const isLast = start + longestPiece >= text.length;
    const length = (isLast ? undefined : segments.at(-overlap)?.index) || longestPiece;
    for (const { index, isWordLike } of segments) if (index < length && isWordLike === true) words++;
    start += length;
  }
  return words;
}

function countBetweenSpaces(text: string): number {
  return text.split(/\s/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
