import type { CandidateResult, IndexState } from "../../store/mod.ts";
import { countsInLists, type FieldWeights, weigh } from "../index/postings.ts";
import { lengthWeight, phraseWeight, saturation } from "../index/scores.ts";
import type { ResultPlace } from "../results/top_results.ts";
import { countPhrase, readLines } from "./folded_text.ts";

/** A clause of a query: words that mean the same, or words that follow each other. */
export type TableClause = { isRequired: boolean } & (
  | {
      words: readonly { id: number; word: string; weight: number }[];
      /** Number of results that have the clause. Results with several words can count several times. */
      results: number;
    }
  | { phrase: readonly string[] }
);

/** Parts of {@link rankCandidates}. */
interface Ranked {
  clauses: readonly TableClause[];
  /** Index of each word in the counts of results. */
  counted: ReadonlyMap<number, number>;
  state: IndexState;
  weights: FieldWeights;
  leastShare: number;
  readsPaid: boolean;
  /** Results with any of these words, or of the phrases after those of the clauses, are left out. */
  excludedWords: readonly number[];
  /** True if no other result has any of the clauses. */
  isComplete: boolean;
}

/** A result with its score. */
export interface RankedCandidate {
  candidate: CandidateResult;
  score: number;
}

/** Scores results by BM25. Returns them in order, the best first, and the rarity of each clause. */
export function rankCandidates(
  candidates: readonly CandidateResult[],
  { clauses, state, weights, leastShare, excludedWords, isComplete, ...counting }: Ranked,
): { ranked: RankedCandidate[]; rarities: number[] } {
  const averageLength = state.words / Math.max(state.results, 1) || 1;
  const frequencies = clauses.map((clause, at) => {
    const phrase = clauses.slice(0, at).filter((one) => "phrase" in one).length;
    return candidates.map((candidate) => frequencyOf(candidate, clause, { phrase, weights, ...counting }));
  });
  const rarities = clauses.map((clause, at) => {
    const found = (frequencies[at] ?? []).filter((frequency) => frequency > 0).length;
    const results =
      isComplete || "phrase" in clause ? found : Math.max(found, Math.min(clause.results, state.results));
    return results === 0 ? 0 : Math.log(1 + (Math.max(state.results - results, 0) + 0.5) / (results + 0.5));
  });
  const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const phrases = clauses.filter((clause) => "phrase" in clause).length;
  const isExcluded = (candidate: CandidateResult): boolean =>
    candidate.lines.some((lines, at) => at >= phrases && lines !== "") ||
    excludedWords.some((word) => readableCounts(candidate, word, counting) > 0);
  const ranked = candidates.flatMap((candidate, number) => {
    if (isExcluded(candidate)) return [];
    const norm = 1 - lengthWeight + (lengthWeight * candidate.length) / averageLength;
    let sum = 0;
    let share = 0;
    for (const [at, { isRequired }] of clauses.entries()) {
      const frequency = frequencies[at]?.[number] ?? 0;
      if (frequency === 0 && isRequired) return [];
      if (frequency === 0) continue;
      const rarity = rarities[at] ?? 0;
      share += rarity / all;
      sum += (rarity * frequency) / (frequency + saturation * norm);
    }
    if (share === 0 || share < leastShare) return [];
    return [{ candidate, score: Math.round(sum * share * 10_000) / 10_000 }];
  });
  return { ranked: ranked.toSorted((one, other) => comparePlaces(placeOf(one), placeOf(other))), rarities };
}

/** Returns the place of a result. It is the same in every process. */
export function placeOf({ candidate, score }: RankedCandidate): ResultPlace {
  return { score, key: candidate.place };
}

/** Returns a number below 0 if a result is better than another one. */
export function comparePlaces(one: ResultPlace, other: ResultPlace): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.key === other.key) return 0;
  return one.key < other.key ? -1 : 1;
}

function frequencyOf(
  candidate: CandidateResult,
  clause: TableClause,
  { phrase, weights, ...counting }: Pick<Ranked, "counted" | "weights" | "readsPaid"> & { phrase: number },
): number {
  if ("phrase" in clause) {
    const lines = readLines(candidate.lines[phrase] ?? "");
    return lines.reduce(
      (sum, line) => sum + phraseWeight * weights[line.field] * countPhrase(line, clause.phrase),
      0,
    );
  }
  return clause.words.reduce(
    (sum, { id, weight }) => sum + weight * weigh(readableCounts(candidate, id, counting), weights),
    0,
  );
}

/** Returns the counts of a word that the caller may read. */
export function readableCounts(
  { counts, isFree }: CandidateResult,
  word: number,
  { counted, readsPaid }: Pick<Ranked, "counted" | "readsPaid">,
): number {
  const found = counts[counted.get(word) ?? -1] ?? 0;
  return isFree || readsPaid ? found : countsInLists(found);
}
