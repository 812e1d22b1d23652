/**
 * The formula of the ranking, over numbers. The index in memory and the index in tables count words in their own ways, and rank with this file.
 *
 * For each clause of a query, a result has a weighted number of places in its text and in its name. BM25 saturates both apart, each by its own
 * length. So a word in a short title counts as much in a long text as in a short one.
 */

/** Constants of BM25: saturation of repeated words in the text and in the name, and weights of the lengths of both. */
const saturation = 2;
export const lengthWeight: number = 0.6;
const nameSaturation = 1.2;
const nameLengthWeight = 0.6;
/** Number of words of a usual name. */
const usualNameLength = 4;
/** Factor of the score of a result whose name is the query. */
const sameNameFactor = 1.5;
/** Number of results, the best, whose words in order add to their scores. */
export const mostInOrder = 20;
/** Weight of two words near each other in the order of the query, as a multiple of the rarity of the more frequent word. */
const orderWeight = 0.5;
/** Above each position in a passage: the distance of the places of passages that follow each other. */
export const placesOfPassage: number = 2 ** 25;
/** Share of a query from which a result has all of it, although sums of shares are rounded. */
const wholeShare = 0.999;
/** Number of words of the query after a word that are looked for after it in a text. */
const orderSpan = 2;
/** Maximum number of further words between two words of the query in a text. */
const mostBetween = 3;

/** Lengths of a result in words. */
export interface ResultLengths {
  length: number;
  nameLength: number;
  /** Mean length of the results. */
  averageLength: number;
}

/** Returns the rarity of a clause that some results of all results have. One that none has is as rare as one that a single result has. */
export function rarityOf(results: number, all: number): number {
  const found = Math.max(results, 1);
  return Math.log(1 + (Math.max(all - found, 0) + 0.5) / (found + 0.5));
}

/** Words of an index from which a common word that it lacks is unlikely, so that a word that it lacks counts fully. */
const wordsOfWhole = 20_000;

/**
 * Returns the rarity by which a clause counts in the whole query, of which results have a share. Few texts lack many usual words, such as
 * "where", by chance.
 */
export function rarityInQuery(
  rarity: number,
  { results, words, isUsual }: { results: number; words: number; isUsual: boolean },
): number {
  return results > 0 || !isUsual ? rarity : rarity * Math.min(1, words / wordsOfWhole);
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
  return ofText + (nameWeight * name) / (name + nameSaturation * nameNorm);
}

/**
 * Returns the score of words that are near each other in the order of the query. Only the best {@link mostInOrder} results have it.
 *
 * @param places ascending places of each clause of the query in the result, by passage and position. Adjacent words differ by 1
 */
export function scoreOfOrder(places: readonly (readonly number[])[], rarities: readonly number[]): number {
  let score = 0;
  for (const [one, from] of places.entries()) {
    for (let other = one + 1; other <= one + orderSpan && other < places.length; other++) {
      const between = distanceTo(places[other] ?? [], from) - (other - one);
      if (between < 0 || between > mostBetween) continue;
      score += orderWeight * Math.min(rarities[one] ?? 0, rarities[other] ?? 0);
    }
  }
  return score;
}

/** Returns the least distance from a place to a later place. */
function distanceTo(later: readonly number[], from: readonly number[]): number {
  let least = Infinity;
  let at = 0;
  for (const place of from) {
    while (at < later.length && (later[at] as number) <= place) at++;
    if (at === later.length) break;
    least = Math.min(least, (later[at] as number) - place);
  }
  return least;
}

/** Returns the score of a clause in a passage, without the length of the passage. */
export function scoreOfPassage(rarity: number, frequency: number): number {
  return (rarity * frequency) / (frequency + saturation);
}

/**
 * Returns the score of a result from the sum of the scores of its clauses and their order, and from its share of the query.
 *
 * @param named number of words of the name that the clauses have
 */
export function scoreOfResult(
  sum: number,
  { share, named, nameLength }: { share: number; named: number; nameLength: number },
): number {
  const factor = share > wholeShare && named >= nameLength ? sameNameFactor : 1;
  return roundScore(factor * sum * Math.sqrt(share));
}

/** Rounds the share of a query, as responses have it. */
export function roundShare(share: number): number {
  return Math.round(share * 100) / 100;
}

/** Rounds a score, so that results of equal words have equal scores in all stores, whatever the order of additions. */
export function roundScore(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
