import { findPhrase } from "../index/find_phrase.ts";
import type { IndexedResult, PassageIndex } from "../index/passage_index.ts";
import { type Field, fields } from "../index/postings.ts";
import type { Readability } from "../index/readability.ts";
import { resolveWord, sameStems } from "../index/resolve_word.ts";
import type { IndexedWord } from "../index/vocabulary.ts";
import type { Work } from "../index/work.ts";
import type { QueryTerm, SearchQuery } from "../query/parse_query.ts";

/** Field of a post or a FAQ entry. `tag` includes the authors of a post. */
export type MatchField = "title" | "question" | "heading" | "tag" | "text";

/** Relation of a found word to the word of the query. */
export type MatchReason = "word" | "form" | "prefix" | "typo" | "phrase";

/** A reason for which a result fits a query. */
export interface SearchMatch {
  field: MatchField;
  by: MatchReason;
  /** The word or the phrase of the query, as typed. */
  query: string;
  /** The word or the phrase in the result, without case and accents. */
  found: string;
}

/** Maximum number of reasons of a result. */
const mostMatches = 24;

const fieldNames: Readonly<Record<Field, MatchField>> = {
  [fields.text]: "text",
  [fields.heading]: "heading",
  [fields.title]: "title",
  [fields.tags]: "tag",
  [fields.question]: "question",
  [fields.description]: "text",
};
const fieldOrder: readonly MatchField[] = ["title", "question", "heading", "tag", "text"];

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
  const matches = new Map(results.map((result) => [result, new Map<string, SearchMatch>()]));
  const add = (number: number, match: SearchMatch): void => {
    const found = matches.get(index.results[index.resultOf[number] ?? -1] as IndexedResult);
    const name = JSON.stringify([match.field, match.query, match.found]);
    if (found === undefined || found.size === mostMatches || found.has(name) || !isReadable(number)) return;
    found.set(name, match);
  };
  for (const term of query.terms) {
    const forms = new Set(sameStems(index, term));
    for (const { word } of yield* resolveWord(index, term, { readability, work })) {
      const match = { by: reasonOf(term, word, forms), query: term.written, found: word.folded };
      for (const { passages, length } of results) {
        const [first] = passages;
        const last = passages.at(-1);
        if (first === undefined || last === undefined) continue;
        word.postings.forEachIn(first.number, last.number, (number, field) =>
          add(number, { field: fieldNames[field], ...match }),
        );
        if (work.add(length)) yield;
      }
    }
  }
  for (const phrase of query.phrases) {
    const words = phrase.map(({ folded }) => folded);
    const written = phrase.map((word) => word.written).join(" ");
    const match = { by: "phrase", query: written, found: words.join(" ") } as const;
    const visit = (number: number, field: Field): void => add(number, { field: fieldNames[field], ...match });
    yield* findPhrase(index, words, { isReadable, work }, visit);
  }
  return new Map(Array.from(matches, ([result, found]) => [result, inOrder([...found.values()])]));
}

function reasonOf(term: QueryTerm, word: IndexedWord, forms: ReadonlySet<IndexedWord>): MatchReason {
  if (word.folded === term.folded) return "word";
  if (forms.has(word)) return "form";
  return term.isPrefix && word.folded.startsWith(term.folded) ? "prefix" : "typo";
}

function inOrder(matches: readonly SearchMatch[]): SearchMatch[] {
  return matches.toSorted((one, other) => fieldOrder.indexOf(one.field) - fieldOrder.indexOf(other.field));
}
