import type { FieldWeights } from "../index/postings.ts";
import { mostInOrder, placesOfPassage, scoreOfOrder } from "../index/rank.ts";
import { inOrder, type ScoredCandidate, type TableClause } from "./rank_candidates.ts";
import type { ReadablePassage } from "./shown_result.ts";
import type { ReadTexts } from "./read_texts.ts";

/** Adds the scores of words that are near each other in the order of the query to the best results. */
export async function addOrder(
  scored: readonly ScoredCandidate[],
  ranking: {
    clauses: readonly TableClause[];
    rarities: readonly number[];
    weights: FieldWeights;
    texts: ReadTexts;
  },
): Promise<void> {
  const { clauses, weights, texts } = ranking;
  const words = clauses.flatMap((clause, at) =>
    "phrase" in clause
      ? []
      : [{ words: new Set(clause.words.map(({ word }) => word)), rarity: ranking.rarities[at] ?? 0 }],
  );
  if (words.length < 2) return;
  const rarities = words.map(({ rarity }) => rarity);
  const byCandidate = new Map(scored.map((one) => [one.candidate, one]));
  for (const one of await texts.of(inOrder(scored, {}).slice(0, mostInOrder))) {
    const places = words.map((clause) => placesIn(one.passages, clause.words, weights));
    const known = byCandidate.get(one.candidate);
    if (known !== undefined) known.sum += scoreOfOrder(places, rarities);
  }
}

/** Returns the places of words in passages, in ascending order. There is a place without a word after each line. */
function placesIn(
  passages: readonly ReadablePassage[],
  words: ReadonlySet<string>,
  weights: FieldWeights,
): number[] {
  const places: number[] = [];
  for (const [number, { lines }] of passages.entries()) {
    let place = number * placesOfPassage;
    for (const line of lines) {
      for (const word of line.words) {
        if (weights[line.field] > 0 && words.has(word)) places.push(place);
        place++;
      }
      place++;
    }
  }
  return places;
}
