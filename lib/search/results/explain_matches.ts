import { findPhrase } from "../index/find_phrase.ts";
import type { IndexedResult, PassageIndex } from "../index/passage_index.ts";
import type { Field } from "../index/postings.ts";
import type { Readability } from "../index/readability.ts";
import type { ResolvedTerms } from "../index/resolve_terms.ts";
import type { Work } from "../index/work.ts";
import type { SearchQuery } from "../parse_query.ts";
import { MatchList, type SearchMatch } from "./match_list.ts";

/** Parts of {@link explainMatches}. */
interface Explained {
  index: PassageIndex;
  query: SearchQuery;
  found: ResolvedTerms["found"];
  results: readonly IndexedResult[];
  readability: Readability;
  work: Work;
}

/** Returns the reasons for which each result fits a query. It reads only the passages of the results. */
export function* explainMatches({
  index,
  query,
  found,
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
  for (const [at, { written }] of query.terms.entries()) {
    for (const { word, next, by } of found[at] ?? []) {
      if (next !== undefined) {
        const words = [word, ...next].map(({ folded }) => folded);
        const match = { by, query: written, found: words.join(" ") };
        const visit = (number: number, field: Field): void => add(number, field, match);
        yield* findPhrase(index, words, { isReadable, work }, visit);
        continue;
      }
      const match = { by, query: written, found: word.folded };
      for (const { passages, length } of results) {
        const [first] = passages;
        const last = passages.at(-1);
        if (first === undefined || last === undefined) continue;
        word.postings.forEachIn(first.number, last.number, (number, field) => add(number, field, match));
        if (work.add(length)) yield;
      }
    }
  }
  for (const phrase of [...query.phrases, ...query.identifiers]) {
    const words = phrase.map(({ folded }) => folded);
    const written = phrase.map((word) => word.written).join(" ");
    const match = { by: "phrase", query: written, found: words.join(" ") } as const;
    const visit = (number: number, field: Field): void => add(number, field, match);
    yield* findPhrase(index, words, { isReadable, work }, visit);
  }
  return new Map(Array.from(matches, ([result, list]) => [result, list.inOrder()]));
}
