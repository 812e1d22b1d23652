import { findPhrase } from "../index/find_phrase.ts";
import type { IndexedResult, PassageIndex } from "../index/passage_index.ts";
import type { Field } from "../index/postings.ts";
import type { Readability } from "../index/readability.ts";
import { resolveWord, sameStems } from "../index/resolve_word.ts";
import type { IndexedWord } from "../index/vocabulary.ts";
import type { Work } from "../index/work.ts";
import type { QueryTerm, SearchQuery } from "../parse_query.ts";
import { MatchList, type MatchReason, type SearchMatch } from "./match_list.ts";

/** Parts of {@link explainMatches}. */
interface Explained {
  index: PassageIndex;
  query: SearchQuery;
  results: readonly IndexedResult[];
  readability: Readability;
  work: Work;
}

/** Returns the reasons for which each result fits a query. It reads only the passages of the results. */
export function* explainMatches({
  index,
  query,
  results,
  readability,
  work,
}: Explained): Generator<void, Map<IndexedResult, SearchMatch[]>> {
  const { isReadable } = readability;
  const matches = new Map(results.map((result) => [result, new MatchList()]));
  const add = (number: number, field: Field, match: Omit<SearchMatch, "field">): void => {
    if (!isReadable(number)) return;
    matches.get(index.results[index.resultOf[number] ?? -1] as IndexedResult)?.add(field, match);
  };
  for (const term of query.terms) {
    const forms = new Set(sameStems(index, term));
    for (const { word } of yield* resolveWord(index, term, { readability, work })) {
      const match = { by: reasonOf(term, word, forms), query: term.written, found: word.folded };
      for (const { passages, length } of results) {
        const [first] = passages;
        const last = passages.at(-1);
        if (first === undefined || last === undefined) continue;
        word.postings.forEachIn(first.number, last.number, (number, field) => add(number, field, match));
        if (work.add(length)) yield;
      }
    }
  }
  for (const phrase of query.phrases) {
    const words = phrase.map(({ folded }) => folded);
    const written = phrase.map((word) => word.written).join(" ");
    const match = { by: "phrase", query: written, found: words.join(" ") } as const;
    const visit = (number: number, field: Field): void => add(number, field, match);
    yield* findPhrase(index, words, { isReadable, work }, visit);
  }
  return new Map(Array.from(matches, ([result, found]) => [result, found.inOrder()]));
}

function reasonOf(term: QueryTerm, word: IndexedWord, forms: ReadonlySet<IndexedWord>): MatchReason {
  if (word.folded === term.folded) return "word";
  if (forms.has(word)) return "form";
  return term.isPrefix && word.folded.startsWith(term.folded) ? "prefix" : "typo";
}
