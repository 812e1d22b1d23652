import type { SearchQuery } from "../query/parse_query.ts";
import type { IndexedPassage, IndexedResult, PassageIndex } from "./passage_index.ts";
import { findPhrase } from "./find_phrase.ts";
import { readablePassages, type SearchFilter } from "./readability.ts";
import { resolveWord, sameStems } from "./resolve_word.ts";
import { type Clause, type ScoredResult, type ScoreOptions, Scores } from "./scores.ts";

/** The results of a query, and the words that they contain. */
export interface QueryOutcome {
  results: ScoredResult[];
  /** Words to highlight. */
  words: ReadonlySet<string>;
  /** Returns the score of a passage. */
  scoreOf: (passage: IndexedPassage) => number;
  isReadable: (passage: IndexedPassage) => boolean;
}

/** Options of a query. */
export interface QueryOptions extends ScoreOptions {
  filter: SearchFilter;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Finds the results of a query, in no order. It visits each place of the words once. */
export function runQuery(index: PassageIndex, query: SearchQuery, options: QueryOptions): QueryOutcome {
  const isReadable = readablePassages(index, options.filter, options.now);
  const clauses: Clause[] = [
    ...query.terms.map((term) => ({ words: resolveWord(index, term, isReadable), isRequired: false })),
    ...query.phrases.map((phrase): Clause => ({ phrase, isRequired: true })),
  ];
  const scores = new Scores(index, isReadable, options);
  scores.addAll(clauses);
  const outcome = {
    words: highlighted(clauses),
    scoreOf: scores.scoreOf,
    isReadable: ({ number }: IndexedPassage) => isReadable(number),
  };
  return { ...outcome, results: scores.take(excludedResults(index, query.excluded, isReadable)) };
}

function highlighted(clauses: readonly Clause[]): Set<string> {
  const words = clauses.flatMap((clause) =>
    "phrase" in clause
      ? clause.phrase.map(({ folded }) => folded)
      : clause.words.map(({ word }) => word.folded),
  );
  return new Set(words);
}

/** Returns the results with an excluded word, or a form with its stem, or an excluded phrase. */
function excludedResults(
  index: PassageIndex,
  excluded: SearchQuery["excluded"],
  isReadable: (passage: number) => boolean,
): Set<IndexedResult> {
  const results = new Set<IndexedResult>();
  const exclude = (number: number): void => {
    if (isReadable(number)) results.add(index.results[index.resultOf[number] as number] as IndexedResult);
  };
  for (const words of excluded) {
    const [first] = words;
    if (first === undefined) continue;
    if (words.length > 1) {
      const folded = words.map((word) => word.folded);
      findPhrase(index, folded, isReadable, exclude);
      continue;
    }
    const same = index.vocabulary.get(first.folded);
    for (const word of [...(same === undefined ? [] : [same]), ...sameStems(index, first)]) {
      word.postings.forEach(exclude);
    }
  }
  return results;
}
