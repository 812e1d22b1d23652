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

function countSegments(text: string, language: string): number {
  let words = 0;
  for (const segment of new Intl.Segmenter(language, { granularity: "word" }).segment(text)) {
    if (segment.isWordLike === true) words++;
  }
  return words;
}

function countBetweenSpaces(text: string): number {
  return text.split(/\s/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
