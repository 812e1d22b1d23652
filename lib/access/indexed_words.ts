import { foldText } from "../base/text/fold_text.ts";
import { comparedText } from "../base/text/format_characters.ts";
import { unspaced } from "../base/text/segment_words.ts";
import { encodeKey, type EntryRange, type KeyPart } from "../store/mod.ts";

/** Maximum encoded length of a word in a key, so that a store does not replace the end of the part by a digest. */
const longestInKey = 120;
/** Maximum number of words of a text that are found. */
const mostWords = 16;

/** A word begins after a space, at a letter after another character, and at each letter of a script without spaces. */
const wordStarts = new RegExp(
  String.raw`(?<!\S)\S|(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}]|(?<=[${unspaced}])[\p{L}\p{N}]|(?=[\p{L}\p{N}])[${unspaced}]`,
  "gu",
);
/** Other characters before the first and after the last letter of a term. */
const edges = /^[^\p{L}\p{N}]+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu;

/** Returns the words of short texts, such as names and addresses, with the following characters up to a space. */
function wordsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const folded = foldText(comparedText(text));
    const starts = [...folded.matchAll(wordStarts)].slice(0, mostWords);
    return starts.map(({ index }) => /^\S+/.exec(folded.slice(index))?.[0] ?? "");
  });
}

/** Returns the words in the form that keys of an index contain. With a term, only the words in its range. */
export function wordsInKeys(texts: readonly string[], term = ""): string[] {
  const start = cut(term);
  return [...new Set(wordsOf(texts).map(cut))].filter((word) => word.startsWith(start));
}

/** Returns the words of a search, the longest first. */
export function searchTerms(search: string): string[] {
  const terms = foldText(comparedText(search)).split(/\s+/);
  return [...new Set(terms.map((term) => term.replace(edges, "")))]
    .filter((term) => term !== "")
    .toSorted((one, other) => other.length - one.length);
}

/** True if each term begins a word of the texts. */
export function hasWords(texts: readonly string[], terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const words = wordsOf(texts);
  return terms.every((term) => words.some((word) => word.startsWith(term)));
}

/** Returns the range of an index's keys whose word begins with a term. The word follows the prefix in each key. */
export function rangeOfTerm(prefix: readonly KeyPart[], term: string): EntryRange {
  const start = cut(term);
  return { prefix, from: [...prefix, start], to: [...prefix, `${start}\u{10ffff}`] };
}

function cut(word: string): string {
  let [length, kept] = [0, ""];
  for (const character of word) {
    length += encodeKey([character]).length;
    if (length > longestInKey) break;
    kept += character;
  }
  return kept;
}
