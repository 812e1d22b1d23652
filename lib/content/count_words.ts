import { htmlToText } from "../faq/mod.ts";

/**
 * A character class of the scripts that put no spaces between words, with their marks and the full-width punctuation.
 * The characters named by their code points belong to several scripts, or to none.
 */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\u3001-\u303f\u3099-\u309c\u30fb\u30fc\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uff70\uff9e\uff9f`;

/** A variation selector (U+FE00, U+E0100) chooses a form of the character before it. */
const unspacedRuns = new RegExp(
  String.raw`[${unspaced}][${unspaced}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]*`,
  "gu",
);

/**
 * Counts the words of a post (spec, "Post": `wordCount`), each run of a text by its script. In scripts without spaces between words
 * (Chinese, Japanese, Thai, Lao, Khmer, Burmese, Tibetan) `Intl.Segmenter` finds them. In all others a word stands between white space
 * and holds a letter or a digit.
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

/** Characters that are segmented together. V8 copies them for each segment; a longer word counts more than once. */
const longestPiece = 400;

/** Segments at the end of a piece that are read again in the next, since the text after them can change them. */
const readAgain = 8;

function countSegments(text: string): number {
  // The dictionary goes by the script, so the locale makes no difference.
  const segmenter = new Intl.Segmenter("en", { granularity: "word" });
  let words = 0;
  for (let start = 0; start < text.length;) {
    const segments = [...segmenter.segment(text.slice(start, start + longestPiece))];
    const isLast = start + longestPiece >= text.length;
    const length = (isLast ? undefined : segments.at(-readAgain)?.index) || longestPiece;
    for (const { index, isWordLike } of segments) if (index < length && isWordLike === true) words++;
    start += length;
  }
  return words;
}

function countBetweenSpaces(text: string): number {
  return text.split(/\s/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
