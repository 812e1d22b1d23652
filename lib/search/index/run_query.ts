import type { SearchQuery } from "../parse_query.ts";
import { scoreSuggestion } from "../results/score_suggestion.ts";
import { topPage } from "../results/top_results.ts";
import type { Synonyms } from "../words/synonyms.ts";
import { findPhrase } from "./find_phrase.ts";
import { namesWith } from "./names_with.ts";
import type { IndexedPassage, IndexedResult, PassageIndex } from "./passage_index.ts";
import { mostInOrder } from "./rank.ts";
import { type Readability, readabilityOf, type SearchFilter } from "./readability.ts";
import { isBarelyTyped, isUsual, typedShare } from "./form_rules.ts";
import { weigh } from "./postings.ts";
import { type Alternative, type ResolvedTerms, resolveTerms, sameStems } from "./resolve_terms.ts";
import { type Clause, type ForEachResult, type ScoreOptions, Scores, usualWeights } from "./scores.ts";
import type { Work } from "./work.ts";

/** The results of a query, and the words that they contain. */
export interface QueryOutcome {
  forEach: ForEachResult;
  /** Returns the score of a result, or undefined if the query has not found it. */
  foundScore: (result: IndexedResult) => number | undefined;
  /** Words to highlight. */
  words: ReadonlySet<string>;
  scoreOf: (passage: IndexedPassage) => number;
  /** Returns the share of the query that a result has, from 0 to 1. */
  shareOf: (result: IndexedResult) => number;
  isReadable: (passage: IndexedPassage) => boolean;
  /** True if parts of the query were left out, because they are too much work. */
  isApproximate: boolean;
}

/** The outcome of a query with the words that its terms have found. */
export interface ResolvedOutcome extends QueryOutcome, Omit<ResolvedTerms, "isCut"> {}

/** Options of {@link runClauses}. */
export interface ClauseOptions extends ScoreOptions {
  readability: Readability;
  excluded: SearchQuery["excluded"];
  /** A unit of work is about a result, a passage or a place that is read. */
  work: Work;
  /** True if words in the order of the clauses add to the scores. Default: false. */
  hasOrder?: boolean;
}

/** Options of {@link runQuery}. */
export interface QueryOptions extends Omit<ClauseOptions, "readability" | "excluded" | "hasOrder"> {
  filter: SearchFilter;
  /** Milliseconds since the epoch. */
  now: number;
  /**
   * True for suggestions. A result must have every word, except a last word of which only a letter is typed. {@link scoreSuggestion} orders
   * the results. Default: false.
   */
  completes?: boolean;
  /** Default: none. */
  synonyms?: Synonyms | undefined;
}

/** Finds the results of a query. It reads the results of each word once, and yields when it is time to let other requests run. */
export function* runQuery(
  index: PassageIndex,
  query: SearchQuery,
  options: QueryOptions,
): Generator<void, ResolvedOutcome> {
  const readability = readabilityOf(index, options.filter, options.now);
  const resolved = { ...options, index, query, readability };
  if (options.completes !== true) return yield* runResolved({ ...resolved, isStrict: false });
  // Other forms of words would let suggestions vanish and come back while somebody types a title.
  const strict = yield* runResolved({ ...resolved, leastShare: 0, isStrict: true });
  const names = yield* namesWith(query, index, { readability, work: options.work });
  const isLoose = names.size === 0 && isEmpty(strict);
  const found = isLoose ? yield* runResolved({ ...resolved, leastShare: 0, isStrict: false }) : strict;
  return suggesting(found, names, query);
}

function isEmpty({ forEach }: QueryOutcome): boolean {
  let isNone = true;
  forEach(() => (isNone = false));
  return isNone;
}

function* runResolved(
  options: QueryOptions & {
    index: PassageIndex;
    query: SearchQuery;
    readability: Readability;
    isStrict: boolean;
  },
): Generator<void, ResolvedOutcome> {
  const { index, query, readability, completes = false, weights = usualWeights } = options;
  const { terms, phrases, identifiers, excluded } = query;
  const { countsOf } = readability;
  const wants = (result: number, counts: number): boolean => weigh(countsOf(result, counts), weights) > 0;
  const { found, missing, isCut } = yield* resolveTerms(terms, { ...options, wants });
  const words: Clause[] = terms.map((term, at) => ({
    words: found[at] as readonly Alternative[],
    isRequired: completes && !isBarelyTyped(term),
    factor: typedShare(term, terms.length + phrases.length),
    isUsual: isUsual(term),
  }));
  // A single letter at the end would find too much.
  const required = words.filter(({ isRequired }) => isRequired);
  const clauses = required.length > 0 ? required : words;
  for (const phrase of phrases) clauses.push({ phrase, isRequired: true });
  if (!completes) for (const phrase of identifiers) clauses.push({ phrase, isRequired: false });
  const outcome = yield* runClauses(index, clauses, { ...options, excluded, hasOrder: !completes });
  return { ...outcome, found, missing, isApproximate: isCut || outcome.isApproximate };
}

/** Scores names, and the results of an outcome, as suggestions. */
function suggesting(
  outcome: ResolvedOutcome,
  names: ReadonlySet<IndexedResult>,
  { typed }: SearchQuery,
): ResolvedOutcome {
  const scoreOf = ({ passages }: IndexedResult): number => scoreSuggestion(passages[0]?.heading ?? "", typed);
  return {
    ...outcome,
    forEach: (visit) => {
      for (const result of names) visit(result, scoreOf(result));
      outcome.forEach((result) => {
        if (!names.has(result)) visit(result, scoreOf(result));
      });
    },
    foundScore: (result) =>
      names.has(result) || outcome.foundScore(result) !== undefined ? scoreOf(result) : undefined,
  };
}

/** Finds the results of clauses. */
export function* runClauses(
  index: PassageIndex,
  clauses: readonly Clause[],
  options: ClauseOptions,
): Generator<void, QueryOutcome> {
  const { readability, work, excluded } = options;
  const left = yield* excludedResults(index, excluded, { readability, work });
  const scores = new Scores(index, { readability, work }, options);
  yield* scores.addAll(clauses);
  const forEach: ForEachResult = (visit) =>
    scores.forEach((result, score) => {
      if (left[result.number] === 0) visit(result, score);
    });
  if (options.hasOrder === true) {
    yield* scores.addOrder(clauses, () =>
      topPage({ forEach }, mostInOrder, undefined).page.map(({ result }) => result),
    );
  }
  return {
    isApproximate: work.share >= 1,
    words: highlighted(clauses),
    scoreOf: scores.scoreOf,
    shareOf: scores.shareOf,
    isReadable: ({ number }: IndexedPassage) => readability.isReadable(number),
    forEach,
    foundScore: (result) => (left[result.number] === 0 ? scores.foundScore(result) : undefined),
  };
}

function highlighted(clauses: readonly Clause[]): Set<string> {
  const words = clauses.flatMap((clause) =>
    "phrase" in clause
      ? clause.phrase.map(({ folded }) => folded)
      : clause.words.flatMap(({ word, next = [] }) => [word, ...next].map(({ folded }) => folded)),
  );
  return new Set(words);
}

/** Returns a 1 for each result with an excluded word, or a form with its stem, or an excluded phrase. */
function* excludedResults(
  index: PassageIndex,
  excluded: SearchQuery["excluded"],
  { readability, work }: Pick<ClauseOptions, "readability" | "work">,
): Generator<void, Uint8Array> {
  const left = new Uint8Array(readability.results);
  const exclude = (result: number): void => {
    left[result] = 1;
  };
  for (const { words } of excluded) {
    const [first] = words;
    if (first === undefined) continue;
    if (words.length > 1) {
      const folded = words.map((word) => word.folded);
      const { isReadable } = readability;
      yield* findPhrase(index, folded, { isReadable, work }, (passage) =>
        exclude(index.resultOf[passage] as number),
      );
      continue;
    }
    const same = index.vocabulary.get(first.folded);
    for (const { postings } of [...(same === undefined ? [] : [same]), ...sameStems(index, first)]) {
      postings.forEachResult((result, counts) => {
        if (readability.countsOf(result, counts) > 0) exclude(result);
      });
      if (work.add(postings.results)) yield;
    }
  }
  return left;
}
