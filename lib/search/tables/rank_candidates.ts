import type { CandidateResult, IndexState } from "../../store/mod.ts";
import { resultTypes } from "../passages/passage.ts";
import { formWeights } from "../index/form_rules.ts";
import { countsInLists, countsInName, fields, type FieldWeights, isName, weigh } from "../index/postings.ts";
import { rarityInQuery, rarityOf, roundShare, scoreOfClause, scoreOfResult } from "../index/rank.ts";
import { phraseWeight, withoutNames } from "../index/scores.ts";
import { comparePlaces, type ResultPlace } from "../results/top_results.ts";
import { countPhrase, phraseText, readLines } from "./folded_text.ts";
import type { FoundForm } from "./resolve_words.ts";

/** A word of a clause, or the two parts of a compound. */
export type TableForm = Pick<FoundForm, "id" | "word" | "weight" | "next">;

/**
 * A clause of a query: words that mean the same, or words that follow each other. A phrase that is not required adds to the scores of results, but
 * not to their shares.
 */
export type TableClause = { isRequired: boolean } & (
  | {
      words: readonly TableForm[];
      /** Number of results that have the clause. Results with several words can count several times. */
      results: number;
      /** Factor of the rarity. Default: 1. */
      factor?: number;
      /** True if an index may lack the word by chance: see `isUsual`. Default: false. */
      isUsual?: boolean;
    }
  | { phrase: readonly string[] }
);

/** Parts of {@link rankCandidates}. */
export interface Ranked {
  clauses: readonly TableClause[];
  /** Index of each word in the counts of results. */
  counted: ReadonlyMap<number, number>;
  /** The phrases whose lines results have. Those of the clauses come first. */
  phrases: readonly string[];
  state: IndexState;
  weights: FieldWeights;
  leastShare: number;
  /** For suggestions: returns the score of a result by its name. */
  scoreName?: ((name: string) => number) | undefined;
  readsPaid: boolean;
  /** Results with any of these words or phrases are left out. */
  excludedWords: readonly number[];
  excludedPhrases: readonly string[];
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

/** A result with the parts of its score. */
export interface ScoredCandidate extends Pick<RankedCandidate, "candidate"> {
  sum: number;
  /** Share of the words that any result has. */
  shareOfFound: number;
  /** Share of all words. */
  share: number;
  /** Number of words of the name that the clauses have. */
  named: number;
}

/** Weighted number of places of a clause in a result. */
interface Frequency {
  text: number;
  name: number;
  /** Number of places of words in the name, except those with typos. */
  named: number;
}

/** Scores results. Returns them without order, and the rarity of each clause. */
export function scoreCandidates(
  candidates: readonly CandidateResult[],
  ranked: Ranked,
): { scored: ScoredCandidate[]; rarities: number[] } {
  const { clauses, state, leastShare } = ranked;
  const frequencies = clauses.map((clause) =>
    candidates.map((candidate) => frequencyOf(candidate, clause, ranked)),
  );
  const found = frequencies.map((ofClause) => ofClause.filter(isFound).length);
  const rarities = clauses.map((clause, at) => {
    const isCounted = ranked.isComplete || "phrase" in clause;
    const least = found[at] ?? 0;
    const factor = "phrase" in clause ? 1 : (clause.factor ?? 1);
    const results = isCounted ? least : Math.max(least, Math.min(clause.results, state.results));
    return factor * rarityOf(results, state.results);
  });
  const shares = clauses.map((clause, at) => (isOptional(clause) ? 0 : (rarities[at] ?? 0)));
  const { words } = state;
  const countsOf = (at: number): Parameters<typeof rarityInQuery>[1] => {
    const clause = clauses[at];
    const isUsual = clause !== undefined && !("phrase" in clause) && clause.isUsual === true;
    return { results: found[at] ?? 0, words, isUsual };
  };
  const whole = sumOf(shares.map((share, at) => rarityInQuery(share, countsOf(at)))) || 1;
  const wholeFound = sumOf(shares.filter((_, at) => (found[at] ?? 0) > 0)) || 1;
  const averageLength = state.words / Math.max(state.results, 1) || 1;
  const scored = candidates.flatMap((candidate, number) => {
    if (isExcluded(candidate, ranked)) return [];
    let [sum, share, named] = [0, 0, 0];
    for (const [at, { isRequired }] of clauses.entries()) {
      const frequency = frequencies[at]?.[number];
      if (frequency === undefined || !isFound(frequency)) {
        if (isRequired) return [];
        continue;
      }
      share += shares[at] ?? 0;
      named += frequency.named;
      const lengths = { ...candidate, averageLength };
      const { text, name } = frequency;
      sum += (rarities[at] ?? 0) * scoreOfClause(text, name, nameWeightOf(candidate, ranked), lengths);
    }
    const shareOfFound = share / wholeFound;
    if (share === 0 || shareOfFound < leastShare) return [];
    return [{ candidate, sum, shareOfFound, share: share / whole, named }];
  });
  return { scored, rarities };
}

/** Returns scored results in order, the best first. */
export function inOrder(
  scored: readonly ScoredCandidate[],
  { scoreName }: Pick<Ranked, "scoreName">,
): RankedCandidate[] {
  return scored
    .map(({ candidate, sum, shareOfFound, share, named }) => {
      const { name, nameLength } = candidate;
      const score = scoreName?.(name) ?? scoreOfResult(sum, { share: shareOfFound, named, nameLength });
      return { candidate, share: roundShare(share), score };
    })
    .toSorted((one, other) => comparePlaces(placeOf(one), placeOf(other)));
}

/** Returns the words that follow each other in a text. */
export function wordsOf({ word, next = [] }: Pick<TableForm, "word" | "next">): string[] {
  return [word, ...next.map((one) => one.word)];
}

/** Returns the place of a result. It is the same in every process. */
export function placeOf({ candidate, score }: Pick<RankedCandidate, "candidate" | "score">): ResultPlace {
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

/** True for a phrase that a result need not have. */
export function isOptional(clause: TableClause): boolean {
  return "phrase" in clause && !clause.isRequired;
}

function isFound({ text, name }: Frequency): boolean {
  return text + name > 0;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function isExcluded(candidate: CandidateResult, ranked: Ranked): boolean {
  return (
    ranked.excludedPhrases.some((phrase) => linesOf(candidate, phrase, ranked) !== "") ||
    ranked.excludedWords.some((word) => readableCounts(candidate, word, ranked) > 0)
  );
}

function frequencyOf(candidate: CandidateResult, clause: TableClause, ranked: Ranked): Frequency {
  const found: Frequency = { text: 0, name: 0, named: 0 };
  if ("phrase" in clause)
    addPhrase(found, candidate, { phrase: clause.phrase, factor: phraseWeight, ranked });
  else addWords(found, candidate, { words: clause.words, ranked });
  return found;
}

function addWords(
  found: Frequency,
  candidate: CandidateResult,
  { words, ranked }: { words: readonly TableForm[]; ranked: Ranked },
): void {
  const weights = withoutNames(ranked.weights);
  const hasName = nameWeightOf(candidate, ranked) > 0;
  for (const form of words) {
    const { id, next, weight } = form;
    if (next !== undefined) {
      addPhrase(found, candidate, { phrase: wordsOf(form), factor: weight, ranked });
      continue;
    }
    const counts = readableCounts(candidate, id, ranked);
    const name = hasName ? countsInName(counts) : 0;
    found.text += weight * weigh(counts, weights);
    found.name += weight * name;
    if (weight >= formWeights.stem) found.named += name;
  }
}

function addPhrase(
  found: Frequency,
  candidate: CandidateResult,
  { phrase, factor, ranked }: { phrase: readonly string[]; factor: number; ranked: Ranked },
): void {
  for (const line of readLines(linesOf(candidate, phraseText(phrase), ranked))) {
    const weight = ranked.weights[line.field];
    if (weight === 0) continue;
    const places = countPhrase(line, phrase);
    if (isName(line.field)) found.name += factor * places;
    else found.text += factor * weight * places;
  }
}

function linesOf({ lines }: CandidateResult, phrase: string, { phrases }: Pick<Ranked, "phrases">): string {
  return lines[phrases.indexOf(phrase)] ?? "";
}

function nameWeightOf({ type }: CandidateResult, { weights }: Pick<Ranked, "weights">): number {
  return weights[resultTypes[type] === "faq" ? fields.question : fields.title];
}
