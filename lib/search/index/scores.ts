import type { QueryWord } from "../query/parse_query.ts";
import { findPhrase } from "./find_phrase.ts";
import type { IndexedPassage, IndexedResult, PassageIndex } from "./passage_index.ts";
import type { Alternative } from "./resolve_word.ts";

/** Weight of a word in each field, by the number of the field: text, heading, title, tags, question. */
const usualWeights: readonly number[] = [1, 2, 4, 2, 3];
/** Weight of a phrase, as a multiple of the weight of a word. */
const phraseWeight = 2;

/** Constants of BM25: saturation of repeated words, and weight of the length. */
const saturation = 1.2;
const lengthWeight = 0.6;
/** Usual least share of the words of a query that a result has, weighted by how rare they are. */
const usualShare = 0.15;

/** A word in more passages, and in more than this share of all passages, adds to the scores of results but finds no further results. */
const mostCommon = { passages: 2000, share: 0.1 };

/** A result with its score. */
export interface ScoredResult {
  result: IndexedResult;
  score: number;
}

/** A word of a query with its forms, or a phrase. */
export type Clause =
  | { words: readonly Alternative[]; isRequired: boolean }
  | { phrase: readonly QueryWord[]; isRequired: boolean };

/** Options of {@link Scores}. */
export interface ScoreOptions {
  /** Weight of a word in each field, by the number of the field. Default: text 1, heading 2, title 4, tags 2, question 3. */
  weights?: readonly number[];
  /** True if a result must have every word. Default: false. */
  needsAll?: boolean;
  /** Least share of the words that a result has, weighted by how rare they are. Default: 0.15. */
  leastShare?: number;
}

/** Adds up the scores of results and passages by BM25, clause by clause. */
export class Scores {
  readonly #index: PassageIndex;
  readonly #isReadable: (passage: number) => boolean;
  readonly #weights: readonly number[];
  readonly #needsAll: boolean;
  readonly #leastShare: number;
  readonly #passages: Float64Array;
  readonly #results: Float64Array;
  /** Sum of the rarity of the clauses that a result has. */
  readonly #shares: Float64Array;
  readonly #found: number[] = [];
  /** Weighted places of the current clause, by passage and by result. They are 0 between clauses. */
  readonly #inPassages: Float64Array;
  readonly #inResults: Float64Array;
  #rarity = 0;
  /** Number of required clauses that a result has. */
  readonly #required: Uint8Array;
  #requiredClauses = 0;

  constructor(
    index: PassageIndex,
    isReadable: (passage: number) => boolean,
    { weights = usualWeights, needsAll = false, leastShare = usualShare }: ScoreOptions,
  ) {
    this.#leastShare = leastShare;
    this.#index = index;
    this.#isReadable = isReadable;
    this.#weights = weights;
    this.#needsAll = needsAll;
    const { length: passages } = index.passages;
    const { length: results } = index.results;
    this.#passages = new Float64Array(passages);
    this.#inPassages = new Float64Array(passages);
    this.#results = new Float64Array(results);
    this.#inResults = new Float64Array(results);
    this.#shares = new Float64Array(results);
    this.#required = new Uint8Array(results);
  }

  readonly scoreOf = ({ number }: IndexedPassage): number => this.#passages[number] ?? 0;

  /** Adds the scores of clauses, the rarest first. A word that no result has counts only if it is required. */
  addAll(clauses: readonly Clause[]): void {
    const sorted = clauses.map((clause) => ({ clause, passages: passagesOf(clause) }));
    sorted.sort((one, other) => one.passages - other.passages);
    for (const { clause, passages } of sorted) {
      const isCommon =
        passages > mostCommon.passages && passages > mostCommon.share * this.#index.passages.length;
      this.#add(clause, isCommon && this.#found.length > 0);
    }
  }

  #add(clause: Clause, findsNoMore: boolean): void {
    const passages = this.#findPassages(clause, findsNoMore);
    const results = this.#findResults(passages);
    if (clause.isRequired || this.#needsAll) {
      this.#requiredClauses++;
      for (const number of results) this.#required[number] = (this.#required[number] as number) + 1;
    }
    const { results: all, words } = this.#index.live;
    const rarity = Math.log(1 + (Math.max(all - results.length, 0) + 0.5) / (results.length + 0.5));
    if (results.length > 0) this.#rarity += rarity;
    this.#scoreResults(results, rarity, words / Math.max(all, 1) || 1);
    const scores = this.#passages;
    const inPassages = this.#inPassages;
    for (const number of passages) {
      const frequency = inPassages[number] as number;
      scores[number] = (scores[number] as number) + (rarity * frequency) / (frequency + saturation);
      inPassages[number] = 0;
    }
  }

  /** Returns the results that have enough of the query, without the excluded ones. */
  take(excluded: ReadonlySet<IndexedResult>): ScoredResult[] {
    const taken: ScoredResult[] = [];
    for (const number of this.#found) {
      if (this.#required[number] !== this.#requiredClauses) continue;
      const share = (this.#shares[number] as number) / this.#rarity;
      if (share < this.#leastShare) continue;
      const result = this.#index.results[number] as IndexedResult;
      if (excluded.has(result)) continue;
      const score = Math.round((this.#results[number] as number) * share * 10_000) / 10_000;
      taken.push({ result, score });
    }
    return taken;
  }

  #scoreResults(results: readonly number[], rarity: number, averageLength: number): void {
    for (const number of results) {
      const { length } = this.#index.results[number] as IndexedResult;
      const frequency = this.#inResults[number] as number;
      const norm = 1 - lengthWeight + (lengthWeight * length) / averageLength;
      this.#results[number] =
        (this.#results[number] as number) + (rarity * frequency) / (frequency + saturation * norm);
      const share = this.#shares[number] as number;
      if (share === 0) this.#found.push(number);
      this.#shares[number] = share + rarity;
      this.#inResults[number] = 0;
    }
  }

  /** Adds the places of a clause to their passages. Returns the numbers of the readable passages that have it. */
  #findPassages(clause: Clause, findsNoMore: boolean): number[] {
    const found: number[] = [];
    const { resultOf } = this.#index;
    const shares = this.#shares;
    const inPassages = this.#inPassages;
    const isReadable = this.#isReadable;
    const add = (number: number, weight: number): void => {
      const before = inPassages[number] as number;
      if (before === 0) {
        if (findsNoMore && shares[resultOf[number] as number] === 0) return;
        if (!isReadable(number)) return;
        found.push(number);
      }
      inPassages[number] = before + weight;
    };
    if ("phrase" in clause) {
      const words = clause.phrase.map(({ folded }) => folded);
      findPhrase(this.#index, words, isReadable, (number, field) => {
        const weight = this.#weights[field] as number;
        if (weight > 0) add(number, phraseWeight * weight);
      });
      return found;
    }
    for (const { word, weight } of clause.words) {
      word.postings.forEachPassage(this.#weights, (number, places) => add(number, weight * places));
    }
    return found;
  }

  /** Adds up the places of passages by result. Returns the numbers of the results. */
  #findResults(passages: readonly number[]): number[] {
    const results: number[] = [];
    const { resultOf } = this.#index;
    const inPassages = this.#inPassages;
    const inResults = this.#inResults;
    for (const number of passages) {
      const result = resultOf[number] as number;
      const before = inResults[result] as number;
      if (before === 0) results.push(result);
      inResults[result] = before + (inPassages[number] as number);
    }
    return results;
  }
}

/** Returns the number of passages that a clause reads. Phrases come first, because they are required. */
function passagesOf(clause: Clause): number {
  if ("phrase" in clause) return 0;
  return clause.words.reduce((sum, { word }) => sum + word.postings.passages, 0);
}
