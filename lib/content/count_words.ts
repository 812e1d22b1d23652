import { htmlToText } from "../faq/mod.ts";

/** Languages that are written without spaces between words. */
const withoutSpaces: ReadonlySet<string> = new Set(["bo", "dz", "ja", "km", "lo", "my", "th", "yue", "zh"]);

/**
 * Counts the words of a post (spec, "Post": `wordCount`): in languages that are written without
 * spaces what `Intl.Segmenter` takes for words, elsewhere what stands between white space and
 * holds a letter or a digit.
 *
 * @param html the post's content, with markup
 * @param language BCP 47 tag
 *
 * @example
 * ```ts
 * import { countWords } from "postern";
 *
 * countWords("<p>Two words – no more</p>", "en-US"); // 4
 * ```
 */
export function countWords(html: string, language: string): number {
  const text = htmlToText(html);
  const base = language.split("-", 1)[0]?.toLowerCase() ?? "";
  return withoutSpaces.has(base) ? countSegments(text, base) : countBetweenSpaces(text);
}

/** Characters that are segmented together. V8 copies them for each segment; a longer word counts more than once. */
const longestPiece = 400;

/** Segments at the end of a piece that are read again in the next, since the text after them can change them. */
const readAgain = 8;

function countSegments(text: string, language: string): number {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
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
