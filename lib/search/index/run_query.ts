import { topPage } from "../results/top_results.ts";
import { mostInOrder } from "./rank.ts";
import type { SearchQuery } from "../parse_query.ts";
import { findPhrase } from "./find_phrase.ts";
import type { IndexedPassage, IndexedResult, PassageIndex } from "./passage_index.ts";
import { type Readability, readabilityOf, type SearchFilter } from "./readability.ts";
import { isBarelyTyped, resolveWord, sameStems } from "./resolve_word.ts";
import { type Clause, type ScoreOptions, Scores } from "./scores.ts";
import type { Work } from "./work.ts";

/** The results of a query, and the words that they contain. */
export interface QueryOutcome {
  /** Calls `visit` with each result, in no order. */
  forEach: (visit: (result: IndexedResult, score: number) => void) => void;
  /** Words to highlight. */
  words: ReadonlySet<string>;
  scoreOf: (passage: IndexedPassage) => number;
  isReadable: (passage: IndexedPassage) => boolean;
}

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
  /** True if a result must have every word, except a last word of which only a letter is typed. Default: false. */
  needsAll?: boolean;
}

/** Finds the results of a query. It reads the results of each word once, and yields when it is time to let other requests run. */
export function* runQuery(
  index: PassageIndex,
  query: SearchQuery,
  options: QueryOptions,
): Generator<void, QueryOutcome> {
  const { work } = options;
  const readability = readabilityOf(index, options.filter, options.now);
  const clauses: Clause[] = [];
  for (const term of query.terms) {
    const words = yield* resolveWord(index, term, { readability, work });
    clauses.push({ words, isRequired: options.needsAll === true && !isBarelyTyped(term) });
  }
  for (const phrase of query.phrases) clauses.push({ phrase, isRequired: true });
  return yield* runClauses(index, clauses, {
    ...options,
    readability,
    excluded: query.excluded,
    hasOrder: true,
  });
}

/** Finds the results of clauses. */
export function* runClauses(
  index: PassageIndex,
  clauses: readonly Clause[],
  options: ClauseOptions,
): Generator<void, QueryOutcome> {
  const { readability, work, excluded } = options;
  const scores = new Scores(index, { readability, work }, options);
  yield* scores.addAll(clauses);
  const left = yield* excludedResults(index, excluded, { readability, work });
  const forEach = (visit: (result: IndexedResult, score: number) => void): void =>
    scores.forEach((result, score) => {
      if (left[result.number] === 0) visit(result, score);
    });
  if (options.hasOrder === true) {
    const best = topPage({ forEach }, mostInOrder, undefined).page;
    yield* scores.addOrder(
      clauses,
      best.map(({ result }) => result),
    );
  }
  return {
    words: highlighted(clauses),
    scoreOf: scores.scoreOf,
    isReadable: ({ number }: IndexedPassage) => readability.isReadable(number),
    forEach,
  };
}

function highlighted(clauses: readonly Clause[]): Set<string> {
  const words = clauses.flatMap((clause) =>
    "phrase" in clause
      ? clause.phrase.map(({ folded }) => folded)
      : clause.words.map(({ word }) => word.folded),
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
  for (const words of excluded) {
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
