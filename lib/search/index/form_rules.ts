import { firstUnspaced } from "../../base/text/segment_words.ts";
import type { QueryTerm } from "../parse_query.ts";

/** Weights of the forms of a word, and of words with no, one and two typos. */
export const formWeights = {
  stem: 0.9,
  synonym: 0.8,
  prefix: 0.6,
  compound: 0.5,
  typo: [1, 0.6, 0.35],
} as const;

/** Maximum number of words that a word of a query finds, of pairs of words that a compound finds, and of synonyms. */
export const mostForms = { prefixes: 64, typos: 12, splits: 3, synonyms: 40 } as const;

/** Maximum number of words of a query that find words with typos. Further ones match exactly only. */
export const mostTypoWords = 8;

/** Share of the work of a query after which no more words with typos are looked for. */
export const typoShare = 0.5;

/** Shortest prefix of a word in an alphabet. */
const shortestPrefix = 2;

/** Longest part of a last word that hardly counts beside other words, and the factor of its rarity. */
const longestBeginning = 2;
const beginningShare = 0.1;

/** True if so little of a word is typed that it finds no longer words. */
export function isBarelyTyped({ isPrefix, folded }: Pick<QueryTerm, "isPrefix" | "folded">): boolean {
  return isPrefix && folded.length < shortestPrefix;
}

/**
 * Returns the factor of the rarity of a word of a query. The first letters of a last word may be the beginning of many words, so they hardly
 * count beside other words. Otherwise, the results of the other words would vanish and come back while somebody types.
 */
export function typedShare(
  { isPrefix, folded }: Pick<QueryTerm, "isPrefix" | "folded">,
  terms: number,
): number {
  const isBeginning = isPrefix && folded.length <= longestBeginning && folded.charCodeAt(0) < firstUnspaced;
  return isBeginning && terms > 1 ? beginningShare : 1;
}

/** Length from which a word is hardly one of the words that most texts have, such as "where". Those are short in most languages. */
const unusualLength = 6;

/** True for a word that may be in most texts, so that a small index lacks it by chance. */
export function isUsual({ folded }: Pick<QueryTerm, "folded">): boolean {
  return folded.length < unusualLength;
}

/** Returns the number of typos that a word may have. */
export function typosOf({ length }: string): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}
