import type { QueryWord } from "../parse_query.ts";
import { resultTypes } from "../passages/passage.ts";
import { findPhrase } from "./find_phrase.ts";
import type { IndexedPassage, IndexedResult, PassageIndex } from "./passage_index.ts";
import { countsInName, type Field, fields, type FieldWeights, isName, weigh } from "./postings.ts";
import {
  placesOfPassage,
  rarityInQuery,
  rarityOf,
  roundShare,
  scoreOfClause,
  scoreOfOrder,
  scoreOfPassage,
  scoreOfResult,
} from "./rank.ts";
import type { Readability } from "./readability.ts";
import { formWeights } from "./form_rules.ts";
import type { Alternative } from "./resolve_terms.ts";
import type { IndexedWord } from "./vocabulary.ts";
import type { Work } from "./work.ts";

/** Weight of a word in each field. Those of the title and of the question multiply the score of the name: see `rank.ts`. */
export const usualWeights: FieldWeights = [1, 3, 3, 2, 3, 1];
/** Weights for a search in names and questions only. */
export const namesOnly: FieldWeights = [0, 0, 1, 0, 1, 0];
/** Weight of a phrase, as a multiple of the weight of a word. */
export const phraseWeight = 2;

/** Usual least share of the words of a query that a result has, weighted by how rare they are. */
export const usualShare = 0.15;

/** A word in more passages, and in more than this share of all passages, adds to the scores of results but finds no further results. */
const mostCommon = { passages: 2000, share: 0.1 };

const faq = resultTypes.indexOf("faq");

export interface ScoredResult {
  result: IndexedResult;
  score: number;
}

/** Calls `visit` with each result, in no order. */
export type ForEachResult = (visit: (result: IndexedResult, score: number) => void) => void;

/** A word of a query with its forms, or a phrase. */
export type Clause =
  | {
      words: readonly Alternative[];
      isRequired: boolean;
      /** Factor of the rarity. Default: 1. */
      factor?: number;
      /** True if an index may lack the word by chance: see `isUsual`. Default: false. */
      isUsual?: boolean;
    }
  /** A phrase that is not required adds to the scores of results, but not to their shares. */
  | { phrase: readonly QueryWord[]; isRequired: boolean };

/** Options of {@link Scores}. */
export interface ScoreOptions {
  /** Default: text 1, heading 3, title 3, tags 2, question 3, description 1. */
  weights?: FieldWeights;
  /** Least share of the words that a result has, weighted by how rare they are. Default: 0.15. */
  leastShare?: number;
}

/** A clause that was added, with the numbers that score passages. */
interface Added {
  clause: Clause;
  rarity: number;
  /** Weighted places of phrases and pairs by passage. */
  passages: ReadonlyMap<number, number>;
}

/** Adds up the scores of results by BM25, clause by clause. */
export class Scores {
  readonly #index: PassageIndex;
  readonly #readability: Readability;
  readonly #work: Work;
  readonly #weights: FieldWeights;
  /** The weights without those of names. */
  readonly #textWeights: FieldWeights;
  readonly #leastShare: number;
  readonly #results: Float64Array;
  /** Sum of the rarity of the clauses that a result has. */
  readonly #shares: Float64Array;
  readonly #found: number[] = [];
  /** Weighted places of the current clause in the texts and the names of results. They are 0 between clauses. */
  readonly #places: Float64Array;
  readonly #names: Float64Array;
  /** Number of words of the name of each result that the clauses have. */
  readonly #named: Float64Array;
  #rarity = 0;
  /** The same with words that no result has. */
  #wholeRarity = 0;
  /** Number of required clauses that a result has. */
  readonly #required: Uint8Array;
  #requiredClauses = 0;
  readonly #added: Added[] = [];
  /** Scores of the passages of each result that was shown. */
  readonly #passages = new Map<IndexedResult, ReadonlyMap<number, number>>();

  constructor(
    index: PassageIndex,
    { readability, work }: { readability: Readability; work: Work },
    { weights = usualWeights, leastShare = usualShare }: ScoreOptions,
  ) {
    this.#index = index;
    this.#readability = readability;
    this.#work = work;
    this.#weights = weights;
    this.#textWeights = withoutNames(weights);
    this.#leastShare = leastShare;
    const { results } = readability;
    this.#results = new Float64Array(results);
    this.#places = new Float64Array(results);
    this.#names = new Float64Array(results);
    this.#named = new Float64Array(results);
    this.#shares = new Float64Array(results);
    this.#required = new Uint8Array(results);
  }

  readonly scoreOf = ({ number, result }: IndexedPassage): number => {
    let scores = this.#passages.get(result);
    if (scores === undefined) this.#passages.set(result, (scores = this.#scorePassages(result)));
    return scores.get(number) ?? 0;
  };

  /**
   * Adds the scores of clauses, the rarest first. A word that no result has counts only if it is required. The most common words are left out
   * when the work is too much.
   */
  *addAll(clauses: readonly Clause[]): Generator<void, void> {
    const sorted = clauses.map((clause) => ({ clause, passages: passagesOf(clause) }));
    sorted.sort((one, other) => one.passages - other.passages);
    for (const { clause, passages } of sorted) {
      if (this.#work.share >= 1 && this.#added.length > 0) return;
      const isCommon =
        passages > mostCommon.passages && passages > mostCommon.share * this.#index.passages.length;
      yield* this.#add(clause, isCommon && this.#found.length > 0);
    }
  }

  /** Adds the scores of words in order to the best results, once. Each place is work. */
  *addOrder(clauses: readonly Clause[], best: () => readonly IndexedResult[]): Generator<void, void> {
    const words = clauses.flatMap((clause) => ("phrase" in clause ? [] : [clause]));
    if (words.length < 2 || this.#work.share >= 1) return;
    const rarityOfClause = new Map(this.#added.map(({ clause, rarity }) => [clause, rarity]));
    const rarities = words.map((clause) => rarityOfClause.get(clause) ?? 0);
    const results = best().toSorted((one, other) => one.number - other.number);
    const places: number[][][] = results.map(() => []);
    for (const clause of words) {
      const ofClause = results.map((): number[] => []);
      for (const { word } of clause.words) {
        if (this.#work.add(this.#addPlaces(word, results, ofClause))) yield;
        if (this.#work.share >= 1) return;
      }
      for (const [at, own] of ofClause.entries()) {
        places[at]?.push(clause.words.length > 1 ? own.toSorted((one, other) => one - other) : own);
      }
    }
    for (const [at, { number }] of results.entries()) {
      const score = scoreOfOrder(places[at] as number[][], rarities);
      this.#results[number] = (this.#results[number] as number) + score;
    }
  }

  /** Adds the readable places of a word to those of results, which are in ascending order. Returns the number of units of work. */
  #addPlaces({ postings }: IndexedWord, results: readonly IndexedResult[], places: number[][]): number {
    const cursor = postings.cursor();
    let units = results.length;
    let own: number[] = [];
    const visit = (field: Field, position: number): void => {
      units++;
      if (this.#weights[field] > 0) own.push(cursor.passage * placesOfPassage + position);
    };
    for (const [at, { passages }] of results.entries()) {
      own = places[at] as number[];
      const last = passages.at(-1)?.number ?? -1;
      for (cursor.seek(passages[0]?.number ?? 0); cursor.passage <= last; cursor.seek(cursor.passage + 1)) {
        if (this.#readability.isReadable(cursor.passage)) cursor.forEach(visit);
      }
    }
    return units;
  }

  /** Returns the share of the query that a result has, weighted by how rare its words are, from 0 to 1. */
  readonly shareOf = ({ number }: IndexedResult): number => {
    return roundShare((this.#shares[number] as number) / (this.#wholeRarity || 1));
  };

  /** Calls `visit` with each result that has enough of the query, and its score. */
  forEach(visit: (result: IndexedResult, score: number) => void): void {
    for (const number of this.#found) {
      const score = this.#scoreOfResult(number);
      if (score !== undefined) visit(this.#index.results[number] as IndexedResult, score);
    }
  }

  /** Returns the score of a result, or undefined if {@link forEach} does not visit it. */
  readonly foundScore = ({ number }: IndexedResult): number | undefined =>
    (this.#shares[number] ?? 0) > 0 ? this.#scoreOfResult(number) : undefined;

  #scoreOfResult(number: number): number | undefined {
    if (this.#required[number] !== this.#requiredClauses) return undefined;
    const share = (this.#shares[number] as number) / this.#rarity;
    if (share < this.#leastShare) return undefined;
    const named = this.#named[number] as number;
    const nameLength = this.#index.nameLengthOf[number] as number;
    return scoreOfResult(this.#results[number] as number, { share, named, nameLength });
  }

  *#add(clause: Clause, findsNoMore: boolean): Generator<void, void> {
    const passages = new Map<number, number>();
    const results =
      "phrase" in clause
        ? yield* this.#findPhrase(foldedOf(clause.phrase), phraseWeight, passages)
        : yield* this.#findWords(clause.words, passages);
    const { isRequired } = clause;
    if (isRequired) this.#requiredClauses++;
    const { results: all, words } = this.#readability.live;
    const factor = "phrase" in clause ? 1 : (clause.factor ?? 1);
    const rarity = factor * rarityOf(results.length, all);
    const ofShare = "phrase" in clause && !isRequired ? 0 : rarity;
    const isUsual = !("phrase" in clause) && clause.isUsual === true;
    this.#wholeRarity += rarityInQuery(ofShare, { results: results.length, words, isUsual });
    if (results.length > 0) this.#rarity += ofShare;
    const averageLength = words / Math.max(all, 1) || 1;
    for (const number of results) {
      const text = this.#places[number] as number;
      const name = this.#names[number] as number;
      this.#places[number] = 0;
      this.#names[number] = 0;
      const share = this.#shares[number] as number;
      if (share === 0) {
        if (findsNoMore || ofShare === 0) continue;
        this.#found.push(number);
      }
      const score = scoreOfClause(text, name, this.#nameWeightOf(number), {
        length: this.#index.lengthOf[number] as number,
        nameLength: this.#index.nameLengthOf[number] as number,
        averageLength,
      });
      this.#results[number] = (this.#results[number] as number) + rarity * score;
      this.#shares[number] = share + ofShare;
      if (isRequired) this.#required[number] = (this.#required[number] as number) + 1;
    }
    this.#added.push({ clause, rarity, passages });
    if (this.#work.add(results.length)) yield;
  }

  /** Adds the places of words to their results, and those of pairs to their passages. Returns the numbers of the readable results. */
  *#findWords(words: readonly Alternative[], passages: Map<number, number>): Generator<void, number[]> {
    const found: number[] = [];
    const places = this.#places;
    const names = this.#names;
    const weights = this.#textWeights;
    const { countsOf } = this.#readability;
    for (const { word, next, weight } of words) {
      if (next !== undefined) {
        const results = yield* this.#findPhrase(foldedOf([word, ...next]), weight, passages);
        for (const result of results) found.push(result);
        continue;
      }
      word.postings.forEachResult((result, counts) => {
        const readable = countsOf(result, counts);
        const text = weight * weigh(readable, weights);
        const name = this.#nameWeightOf(result) === 0 ? 0 : countsInName(readable);
        if (text + name === 0) return;
        const [textBefore, nameBefore] = [places[result] as number, names[result] as number];
        if (textBefore + nameBefore === 0) found.push(result);
        places[result] = textBefore + text;
        if (name === 0) return;
        names[result] = nameBefore + weight * name;
        if (weight >= formWeights.stem) this.#named[result] = (this.#named[result] as number) + name;
      });
      if (this.#work.add(word.postings.results)) yield;
    }
    return found;
  }

  /** Adds the places of a phrase to their passages and results. Returns the numbers of the readable results. */
  *#findPhrase(
    words: readonly string[],
    factor: number,
    passages: Map<number, number>,
  ): Generator<void, number[]> {
    const found: number[] = [];
    const places = this.#places;
    const { resultOf } = this.#index;
    const { isReadable } = this.#readability;
    yield* findPhrase(this.#index, words, { isReadable, work: this.#work }, (passage, field) => {
      const weight = factor * this.#weights[field];
      if (weight === 0) return;
      passages.set(passage, (passages.get(passage) ?? 0) + weight);
      const result = resultOf[passage] as number;
      const [textBefore, nameBefore] = [places[result] as number, this.#names[result] as number];
      if (textBefore + nameBefore === 0) found.push(result);
      if (isName(field)) this.#names[result] = nameBefore + factor;
      else places[result] = textBefore + weight;
    });
    return found;
  }

  #nameWeightOf(result: number): number {
    return this.#weights[this.#index.typeOf[result] === faq ? fields.question : fields.title];
  }

  #scorePassages({ passages }: IndexedResult): ReadonlyMap<number, number> {
    const scores = new Map<number, number>();
    const first = passages[0]?.number ?? 0;
    const last = first + passages.length - 1;
    for (const { clause, rarity, passages: ofPhrase } of this.#added) {
      const places = new Map(passages.map(({ number }) => [number, ofPhrase.get(number) ?? 0]));
      if (!("phrase" in clause)) {
        for (const { word, next, weight } of clause.words) {
          if (next !== undefined) continue;
          word.postings.forEachIn(first, last, (passage, field) => {
            places.set(passage, (places.get(passage) ?? 0) + weight * this.#weights[field]);
          });
        }
      }
      for (const [passage, frequency] of places) {
        scores.set(passage, (scores.get(passage) ?? 0) + scoreOfPassage(rarity, frequency));
      }
    }
    return scores;
  }
}

/** Returns the number of passages that a clause reads. Required phrases come first, and others last. */
function passagesOf(clause: Clause): number {
  if ("phrase" in clause) return clause.isRequired ? 0 : Infinity;
  return clause.words.reduce((sum, { word }) => sum + word.postings.passages, 0);
}

function foldedOf(words: readonly { folded: string }[]): string[] {
  return words.map(({ folded }) => folded);
}

/** Returns the weights of the fields that are not part of a name. */
export function withoutNames(weights: FieldWeights): FieldWeights {
  return weights.map((weight, field) => (isName(field as Field) ? 0 : weight)) as unknown as FieldWeights;
}
