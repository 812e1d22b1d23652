import type { RankClause, WordEntry } from "../../store/mod.ts";
import type { FoundForm, ResolvedWords } from "./resolve_words.ts";
import { isBarelyTyped } from "../index/form_rules.ts";
import type { SearchQuery } from "../parse_query.ts";

/** Number of results above which a word finds no further results, if rarer words find enough. */
const mostFound = 2000;
/** Number of results of rarer words that are enough. */
const enough = 1000;
/** Number of results of a clause that are read, those that were written last. */
const mostRead = 5000;
/** The same for the rarest word of a phrase, whose places are read, too. */
export const mostOfPhrase = 2000;

/** Returns the clauses of a query. Undefined if a phrase has a word that the index has not, so that nothing can be found. */
export function tableClauses(
  { terms, phrases }: SearchQuery,
  words: ResolvedWords,
  needsAll: boolean,
): RankClause[] | undefined {
  const clauses: RankClause[] = [];
  for (const phrase of phrases) {
    const ids = phraseIds(phrase, words);
    if (ids === undefined) return undefined;
    clauses.push({ ...ids, isRequired: true });
  }
  const wordClauses = terms.map((term, at) => ({
    forms: words.terms[at] ?? [],
    isRequired: needsAll && !isBarelyTyped(term),
  }));
  return [...clauses, ...limitFinders(wordClauses, clauses.length > 0)];
}

/** Returns the words of a phrase. Undefined if the index does not have one of them. */
export function phraseIds(
  phrase: readonly { folded: string }[],
  words: Pick<ResolvedWords, "word">,
): { phrase: number[]; rarest: number } | undefined {
  const entries: WordEntry[] = [];
  for (const { folded } of phrase) {
    const entry = words.word(folded);
    if (entry === undefined) return undefined;
    entries.push(entry);
  }
  const [rarest] = entries.toSorted((one, other) => one.results - other.results);
  return rarest === undefined ? undefined : { phrase: entries.map(({ id }) => id), rarest: rarest.id };
}

/** Lets the rarest clauses find results. Common words then only add to the scores of these results. */
export function limitFinders(
  clauses: readonly { forms: readonly Pick<FoundForm, "id" | "weight" | "results">[]; isRequired: boolean }[],
  hasPhrase: boolean,
): RankClause[] {
  const sized = clauses.map((clause) => ({
    ...clause,
    results: clause.forms.reduce((sum, { results }) => sum + results, 0),
  }));
  let found = hasPhrase ? enough : 0;
  return sized
    .toSorted((one, other) => one.results - other.results)
    .map(({ forms, isRequired, results }) => {
      const words = forms.map(({ id, weight }) => ({ id, weight }));
      // Looking the words up in each found result must take less than reading all their results.
      const isCommon = results > mostFound && found >= enough && found * forms.length < results;
      if (isCommon) return { words, isRequired, results };
      found += results;
      const mostOfWord = Math.ceil(mostRead / Math.max(words.length, 1));
      return results > mostRead
        ? { words, isRequired, results, mostOfWord }
        : { words, isRequired, mostOfWord };
    });
}
