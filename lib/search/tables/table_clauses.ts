import type { WordEntry } from "../../store/mod.ts";
import { isBarelyTyped, isUsual, typedShare } from "../index/form_rules.ts";
import type { SearchQuery } from "../parse_query.ts";
import { phraseText } from "./folded_text.ts";
import { type Ranked, type TableClause, wordsOf } from "./rank_candidates.ts";
import type { ResolvedWords } from "./resolve_words.ts";

/** Clauses, with the words and the phrases that are looked for in results. */
type CountedClauses = Pick<Ranked, "clauses" | "counted" | "phrases" | "excludedWords" | "excludedPhrases">;

/** Returns the clauses of a query. The words of its phrases are undefined if the index lacks one of them, so that nothing has them all. */
export function clausesOf(
  query: SearchQuery,
  words: ResolvedWords,
  completes: boolean,
): CountedClauses & { phraseWords: WordEntry[] | undefined } {
  const { terms, phrases, identifiers } = query;
  const phraseWords = phrases.flat().map(({ folded }) => words.word(folded));
  const ofTerms = terms.map((term, at) => {
    const forms = words.terms[at] ?? [];
    const results = forms.reduce((sum, form) => sum + form.results, 0);
    const factor = typedShare(term, terms.length + phrases.length);
    const isRequired = completes && !isBarelyTyped(term);
    return { words: forms, isRequired, results, factor, isUsual: isUsual(term) };
  });
  const toClauses = (some: typeof phrases, isRequired: boolean): TableClause[] =>
    some.map((phrase) => ({ phrase: phrase.map(({ folded }) => folded), isRequired }));
  const excluded = excludedOf(query, words);
  // A single letter at the end would find too much.
  const required = ofTerms.filter(({ isRequired }) => isRequired);
  const clauses = [
    ...(required.length > 0 ? required : ofTerms),
    ...toClauses(phrases, true),
    ...(completes ? [] : toClauses(identifiers, false)),
  ];
  return {
    ...withCounted(clauses, excluded),
    phraseWords: phraseWords.every((word) => word !== undefined) ? phraseWords : undefined,
  };
}

/** Adds the words and the phrases that are looked for in results. */
export function withCounted(
  clauses: TableClause[],
  excluded: Pick<Ranked, "excludedWords" | "excludedPhrases"> = { excludedWords: [], excludedPhrases: [] },
): CountedClauses {
  const words = clauses.flatMap((clause) => ("phrase" in clause ? [] : clause.words));
  const single = words.flatMap(({ id, next }) => (next === undefined ? [id] : []));
  const ids = new Set([...single, ...excluded.excludedWords]);
  const phrases = [
    ...clauses.flatMap((clause) => ("phrase" in clause ? [clause.phrase] : [])),
    ...words.filter(({ next }) => next !== undefined).map(wordsOf),
  ];
  return {
    clauses,
    counted: new Map(Array.from(ids, (id, at) => [id, at])),
    phrases: [...new Set([...phrases.map(phraseText), ...excluded.excludedPhrases])],
    ...excluded,
  };
}

function excludedOf(
  { excluded }: SearchQuery,
  words: ResolvedWords,
): Pick<Ranked, "excludedWords" | "excludedPhrases"> {
  const single = excluded.flatMap((one) => (one.words.length === 1 ? one.words : []));
  return {
    excludedWords: single.flatMap((word) => words.forms(word).map(({ id }) => id)),
    excludedPhrases: excluded
      .filter((one) => one.words.length > 1)
      .map((one) => phraseText(one.words.map(({ folded }) => folded))),
  };
}
