/**
 * The formula of the ranking, over numbers. The index in memory and the index in tables count words in their own ways, and rank with this file.
 *
 * For each clause of a query, a result has a weighted number of places in its text and in its name. BM25 saturates both apart, each by its own
 * length. So a word in a short title counts as much in a long text as in a short one.
 */

/** Constants of BM25: saturation of repeated words, and weights of the lengths of the text and of the name. */
export const saturation: number = 1.2;
export const lengthWeight: number = 0.6;
const nameLengthWeight = 0.6;
/** Number of words of a usual name. */
const usualNameLength = 4;
/** Factor of the score of a result whose name is the query. */
const sameNameFactor = 1.5;

/** Lengths of a result in words. */
export interface ResultLengths {
  length: number;
  nameLength: number;
  /** Mean length of the results. */
  averageLength: number;
}

/** Returns the rarity of a clause that some results of all results have. */
export function rarityOf(results: number, all: number): number {
  return Math.log(1 + (Math.max(all - results, 0) + 0.5) / (results + 0.5));
}

/**
 * Returns the score of a clause in a result, at a rarity of 1.
 *
 * @param text weighted number of places in the text
 * @param name weighted number of places in the name
 */
export function scoreOfClause(
  text: number,
  name: number,
  nameWeight: number,
  { length, nameLength, averageLength }: ResultLengths,
): number {
  const norm = 1 - lengthWeight + (lengthWeight * length) / averageLength;
  const ofText = text / (text + saturation * norm);
  if (name === 0) return ofText;
  const nameNorm = 1 - nameLengthWeight + (nameLengthWeight * nameLength) / usualNameLength;
  return ofText + (nameWeight * name) / (name + saturation * nameNorm);
}

/** Returns the score of a result from the sum of the scores of its clauses, and from the share of the query that it has. */
export function scoreOfResult(sum: number, share: number, isNamed: boolean): number {
  const factor = isNamed ? sameNameFactor : 1;
  return Math.round(factor * sum * share * 10_000) / 10_000;
}
