import { findPhrase } from "../index/find_phrase.ts";
import type { IndexedPassage, IndexedResult, PassageIndex } from "../index/passage_index.ts";
import { type Field, fields } from "../index/postings.ts";
import { resolveWord, sameStems } from "../index/resolve_word.ts";
import type { IndexedWord } from "../index/vocabulary.ts";
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
};
const fieldOrder: readonly MatchField[] = ["title", "question", "heading", "tag", "text"];

/** Parts of {@link explainMatches}. */
interface Explained {
  index: PassageIndex;
  query: SearchQuery;
  results: readonly IndexedResult[];
  isReadable: (passage: IndexedPassage) => boolean;
}

/** Returns the reasons for which each result fits a query. It visits each place of the words once, as the query does. */
export function explainMatches({
  index,
  query,
  results,
  isReadable,
}: Explained): Map<IndexedResult, SearchMatch[]> {
  const matches = new Map(results.map((result) => [result, new Map<string, SearchMatch>()]));
  const readable = (number: number): boolean => {
    const passage = index.passages[number];
    return passage !== undefined && isReadable(passage);
  };
  const add = (number: number, match: SearchMatch): void => {
    const found = matches.get(index.results[index.resultOf[number] ?? -1] as IndexedResult);
    const name = JSON.stringify([match.field, match.query, match.found]);
    if (found === undefined || found.size === mostMatches || found.has(name) || !readable(number)) return;
    found.set(name, match);
  };
  for (const term of query.terms) {
    const forms = new Set(sameStems(index, term));
    for (const { word } of resolveWord(index, term, readable)) {
      const match = { by: reasonOf(term, word, forms), query: term.written, found: word.folded };
      word.postings.forEach((number, field) => add(number, { field: fieldNames[field], ...match }));
    }
  }
  for (const phrase of query.phrases) {
    const words = phrase.map(({ folded }) => folded);
    const written = phrase.map((word) => word.written).join(" ");
    const match = { by: "phrase", query: written, found: words.join(" ") } as const;
    findPhrase(index, words, readable, (number, field) =>
      add(number, { field: fieldNames[field], ...match }),
    );
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
