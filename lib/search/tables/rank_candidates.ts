import type { CandidateResult, IndexState } from "../../store/mod.ts";
import { resultTypes } from "../passages/passage.ts";
import { formWeights } from "../index/form_rules.ts";
import { countsInLists, countsInName, fields, type FieldWeights, isName, weigh } from "../index/postings.ts";
import { rarityOf, scoreOfClause, scoreOfResult } from "../index/rank.ts";
import { phraseWeight, wholeShare, withoutNames } from "../index/scores.ts";
import { comparePlaces, type ResultPlace } from "../results/top_results.ts";
import { countPhrase, readLines } from "./folded_text.ts";

/** A clause of a query: words that mean the same, or words that follow each other. */
export type TableClause = { isRequired: boolean } & (
  | {
      words: readonly { id: number; word: string; weight: number }[];
      /** Number of results that have the clause. Results with several words can count several times. */
      results: number;
      /** Factor of the rarity. Default: 1. */
      factor?: number;
    }
  | { phrase: readonly string[] }
);

/** Parts of {@link rankCandidates}. */
export interface Ranked {
  clauses: readonly TableClause[];
  /** Index of each word in the counts of results. */
  counted: ReadonlyMap<number, number>;
  state: IndexState;
  weights: FieldWeights;
  leastShare: number;
  /** For suggestions: returns the score of a result by its name. */
  scoreName?: ((name: string) => number) | undefined;
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
  /** Share of the query that the result has, from 0 to 1. */
  share: number;
}

/** Weighted number of places of a clause in a result. */
interface Frequency {
  text: number;
  name: number;
  /** Number of places of words in the name, except those with typos. */
  named: number;
}

/** Scores results. Returns them in order, the best first, and the rarity of each clause. */
export function rankCandidates(
  candidates: readonly CandidateResult[],
  ranked: Ranked,
): { ranked: RankedCandidate[]; rarities: number[] } {
  const { clauses, state, leastShare } = ranked;
  const phrases = clauses.filter((clause) => "phrase" in clause);
  const frequencies = clauses.map((clause) =>
    candidates.map((candidate) =>
      "phrase" in clause
        ? frequencyOfPhrase(candidate, clause.phrase, { phrase: phrases.indexOf(clause), ...ranked })
        : frequencyOfWords(candidate, clause.words, ranked),
    ),
  );
  const rarities = clauses.map((clause, at) => {
    const found = (frequencies[at] ?? []).filter(isFound).length;
    const isCounted = ranked.isComplete || "phrase" in clause;
    const results = isCounted ? found : Math.max(found, Math.min(clause.results, state.results));
    const factor = "phrase" in clause ? 1 : (clause.factor ?? 1);
    return results === 0 ? 0 : factor * rarityOf(results, state.results);
  });
  const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const averageLength = state.words / Math.max(state.results, 1) || 1;
  const scored = candidates.flatMap((candidate, number) => {
    if (isExcluded(candidate, phrases.length, ranked)) return [];
    let [sum, share, named] = [0, 0, 0];
    for (const [at, { isRequired }] of clauses.entries()) {
      const frequency = frequencies[at]?.[number];
      if (frequency === undefined || !isFound(frequency)) {
        if (isRequired) return [];
        continue;
      }
      const rarity = rarities[at] ?? 0;
      const { text, name } = frequency;
      share += rarity / all;
      named += frequency.named;
      sum +=
        rarity * scoreOfClause(text, name, nameWeightOf(candidate, ranked), { ...candidate, averageLength });
    }
    if (share === 0 || share < leastShare) return [];
    if (ranked.scoreName !== undefined)
      return [{ candidate, share: Math.round(share * 100) / 100, score: ranked.scoreName(candidate.name) }];
    const isNamed = share > wholeShare && named >= candidate.nameLength;
    return [{ candidate, share: Math.round(share * 100) / 100, score: scoreOfResult(sum, share, isNamed) }];
  });
  return { ranked: scored.toSorted((one, other) => comparePlaces(placeOf(one), placeOf(other))), rarities };
}

/** Returns the place of a result. It is the same in every process. */
export function placeOf({ candidate, score }: RankedCandidate): ResultPlace {
  return { score, key: candidate.place };
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

function isFound({ text, name }: Frequency): boolean {
  return text + name > 0;
}

function isExcluded(candidate: CandidateResult, phrases: number, ranked: Ranked): boolean {
  return (
    candidate.lines.slice(phrases).some((lines) => lines !== "") ||
    ranked.excludedWords.some((word) => readableCounts(candidate, word, ranked) > 0)
  );
}

function frequencyOfWords(
  candidate: CandidateResult,
  words: readonly { id: number; weight: number }[],
  ranked: Ranked,
): Frequency {
  const found: Frequency = { text: 0, name: 0, named: 0 };
  const weights = withoutNames(ranked.weights);
  const hasName = nameWeightOf(candidate, ranked) > 0;
  for (const { id, weight } of words) {
    const counts = readableCounts(candidate, id, ranked);
    const name = hasName ? countsInName(counts) : 0;
    found.text += weight * weigh(counts, weights);
    found.name += weight * name;
    if (weight >= formWeights.stem) found.named += name;
  }
  return found;
}

function frequencyOfPhrase(
  candidate: CandidateResult,
  phrase: readonly string[],
  { phrase: number, weights }: { phrase: number; weights: FieldWeights },
): Frequency {
  const found: Frequency = { text: 0, name: 0, named: 0 };
  for (const line of readLines(candidate.lines[number] ?? "")) {
    const weight = phraseWeight * weights[line.field];
    if (weight === 0) continue;
    const places = countPhrase(line, phrase);
    if (isName(line.field)) found.name += phraseWeight * places;
    else found.text += weight * places;
  }
  return found;
}

function nameWeightOf({ type }: CandidateResult, { weights }: Pick<Ranked, "weights">): number {
  return weights[resultTypes[type] === "faq" ? fields.question : fields.title];
}
