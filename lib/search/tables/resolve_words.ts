import { runSteps } from "../../base/yielding.ts";
import type { FoundWord, IndexState, SearchTables, SimilarWord, WordEntry } from "../../store/mod.ts";
import { DistanceRows } from "../index/distance_rows.ts";
import { formWeights, isBarelyTyped, mostForms, mostTypoWords, typosOf } from "../index/form_rules.ts";
import { stemKey } from "../index/vocabulary.ts";
import type { Work } from "../index/work.ts";
import type { QueryTerm, QueryWord, SearchQuery } from "../parse_query.ts";
import type { MatchReason } from "../results/match_list.ts";
import { type CompoundParts, joinsOf, splitsOf } from "../words/compounds.ts";
import { loadStemmer, type StemmedLanguage, stemsOf } from "../words/load_stemmer.ts";
import { stemming, type Synonyms } from "../words/synonyms.ts";

/** Work of a comparison of two words. */
const comparison = 10;

/** A word of the index that a word of a query finds. */
export interface FoundForm extends WordEntry {
  /** Words that have to follow it: the other part of a compound, or the rest of a phrase. */
  next?: readonly WordEntry[];
  /** 1 for the word itself, less for other forms. */
  weight: number;
  by: MatchReason;
}

/** The words of an index that a query finds. */
export interface ResolvedWords {
  /** For each term of the query. */
  terms: FoundForm[][];
  /** The same without other forms: the word itself, and words with a prefix. */
  typed: FoundForm[][];
  /** The word itself, and those with its stems, by folded form of excluded words. */
  forms: (word: QueryWord) => WordEntry[];
  /** The word itself. */
  word: (folded: string) => WordEntry | undefined;
  /** True if a word may have others with typos, which were not looked for. */
  isCut: boolean;
}

/** Parts of {@link resolveWords}. */
interface Resolved {
  state: IndexState;
  query: SearchQuery;
  synonyms?: Synonyms | undefined;
  work: Work;
  pause: () => Promise<void>;
}

/**
 * Finds the words of an index for each word of a query. These are the word itself, forms with the same stem, words with a prefix, compounds,
 * and synonyms. For a word without any of them, it finds words with one or two typos.
 */
export async function resolveWords(tables: SearchTables, resolved: Resolved): Promise<ResolvedWords> {
  const { state, query } = resolved;
  const { terms, phrases, excluded } = query;
  const languages = await Promise.all(
    state.languages.map(async (tag) => ({ tag, stemmer: await loadStemmer(tag) })),
  );
  const { synonyms, work, pause } = resolved;
  const alike =
    synonyms === undefined
      ? { found: [], isCut: false }
      : await runSteps(synonyms.of(terms, { languages, work }), pause);
  const members = alike.found.flatMap((one) => one.members);
  const single = [...excluded.map(({ words }) => words), ...members].filter(({ length }) => length === 1);
  const stemmed = [...terms, ...single.flat()];
  const stems = new Map<QueryWord, string[]>();
  for (const word of stemmed) {
    stems.set(word, stemKeysOf(word, languages));
    if (work.add(stemming * languages.length)) await pause();
  }
  const compounds = terms.map((term, at) => compoundsOf(term, terms[at + 1], state.languages));
  const prefixed = terms.find((term) => term.isPrefix && !isBarelyTyped(term));
  const found = await tables.words({
    index: state.index,
    words: [
      ...[terms, ...phrases, ...excluded.map((one) => one.words), ...members]
        .flat()
        .map(({ folded }) => folded),
      ...compounds.flatMap(({ joins, splits }) => [
        ...joins,
        ...splits.flatMap(({ head, tail }) => [head, tail]),
      ]),
    ],
    stems: [...stems.values()].flat(),
    prefix: prefixed === undefined ? null : { text: prefixed.folded, limit: mostForms.prefixes },
  });
  const formsOf = (word: QueryWord): FoundWord[] => {
    const own = new Set(stems.get(word));
    return found.filter(({ by, stem, word: folded }) =>
      by === "word" ? folded === word.folded : by === "stem" && own.has(stem ?? ""),
    );
  };
  const entries = new Map(found.flatMap((one) => (one.by === "word" ? [[one.word, one] as const] : [])));
  const forms = terms.map((term) => {
    const words = [...formsOf(term), ...(term === prefixed ? found.filter(({ by }) => by === "prefix") : [])];
    return words.map(weighed);
  });
  const joined = compounds.map(({ joins }) => joins.flatMap((word) => entries.get(word) ?? []));
  const own = forms.map((ofTerm, at) => [
    ...ofTerm,
    ...[...(joined[at - 1] ?? []), ...(joined[at] ?? [])].map(toCompound),
  ]);
  for (const { at, length, members: found } of alike.found) {
    const forms = found.flatMap((member) => memberForms(member, { formsOf, entries }));
    for (const ofTerm of own.slice(at, at + length)) ofTerm.push(...forms);
  }
  const pairs = compounds.map(({ splits }) => pairsIn(splits, entries));
  const words: ResolvedWords = {
    terms: own.map((ofTerm, at) => bestForms([...ofTerm, ...(pairs[at] ?? [])])),
    typed: forms.map((words) => bestForms(words.filter(({ by }) => by !== "form"))),
    forms: formsOf,
    word: (folded) => entries.get(folded),
    isCut: alike.isCut,
  };
  return withTypos(tables, words, (_, at) => own[at]?.length === 0, resolved);
}

/** Returns the compounds of a word and the next one, and the pairs of words that a word may consist of. */
function compoundsOf(
  { folded }: QueryTerm,
  next: QueryTerm | undefined,
  languages: readonly string[],
): { joins: string[]; splits: CompoundParts[] } {
  const joins = next === undefined ? [] : joinsOf({ head: folded, tail: next.folded }, languages);
  return { joins, splits: splitsOf(folded, languages) };
}

function toCompound({ id, word, results }: WordEntry): FoundForm {
  return { id, word, results, weight: formWeights.compound, by: "compound" };
}

/** Returns the pairs whose words both exist. */
function pairsIn(splits: readonly CompoundParts[], entries: ReadonlyMap<string, WordEntry>): FoundForm[] {
  const pairs = splits.flatMap(({ head, tail }) => {
    const [word, next] = [entries.get(head), entries.get(tail)];
    return word === undefined || next === undefined ? [] : [{ ...toCompound(word), next: [next] }];
  });
  return pairs.slice(0, mostForms.splits);
}

/** Adds words with typos to some terms of a query, to the first eight. */
export async function withTypos(
  tables: SearchTables,
  words: ResolvedWords,
  isMisspelled: (term: QueryTerm, at: number) => boolean,
  { state: { index }, query, work, pause }: Resolved,
): Promise<ResolvedWords> {
  const unknown = query.terms.filter((term, at) => isMisspelled(term, at) && typosOf(term.folded) > 0);
  const terms = unknown.slice(0, mostTypoWords);
  const misspelled = terms.map(({ folded }) => ({
    word: folded,
    most: typosOf(folded),
  }));
  if (terms.length === 0) return words;
  const similar = await tables.similarWords(index, misspelled);
  const found = new Map<QueryTerm, FoundForm[]>();
  for (const [at, { word, most }] of misspelled.entries()) {
    const own = similar.filter(({ of }) => of === at);
    found.set(terms[at] as QueryTerm, await runSteps(nearest(word, own, { most, work }), pause));
  }
  return {
    ...words,
    isCut: words.isCut || unknown.length > terms.length,
    terms: words.terms.map((forms, at) =>
      bestForms([...forms, ...(found.get(query.terms[at] as QueryTerm) ?? [])]),
    ),
  };
}

/** Returns the words that a synonym of one word finds, or the words of a phrase in order. */
function memberForms(
  member: readonly QueryWord[],
  {
    formsOf,
    entries,
  }: { formsOf: (word: QueryWord) => WordEntry[]; entries: ReadonlyMap<string, WordEntry> },
): FoundForm[] {
  const own = { weight: formWeights.synonym, by: "synonym" } as const;
  const [first] = member;
  if (member.length === 1 && first !== undefined)
    return formsOf(first).map(({ id, word, results }) => ({ id, word, results, ...own }));
  const [head, ...next] = member.flatMap(({ folded }) => entries.get(folded) ?? []);
  if (head === undefined || next.length + 1 < member.length) return [];
  return [{ id: head.id, word: head.word, results: head.results, next, ...own }];
}

function stemKeysOf({ written, folded }: QueryWord, languages: readonly StemmedLanguage[]): string[] {
  return languages.flatMap((language) =>
    stemsOf(written, folded, language).map((stem) => stemKey(language.tag, stem)),
  );
}

function weighed({ id, word, results, by }: FoundWord): FoundForm {
  if (by === "word") return { id, word, results, weight: 1, by };
  return by === "stem"
    ? { id, word, results, weight: formWeights.stem, by: "form" }
    : { id, word, results, weight: formWeights.prefix, by: "prefix" };
}

/** Keeps the form with the highest weight of each word, and the pairs. */
function bestForms(forms: readonly FoundForm[]): FoundForm[] {
  const best = new Map<number, FoundForm>();
  for (const form of forms) {
    if (form.next === undefined && form.weight > (best.get(form.id)?.weight ?? 0)) best.set(form.id, form);
  }
  return [...best.values(), ...forms.filter(({ next }) => next !== undefined)];
}

/** Returns the words with the fewest typos. */
function* nearest(
  folded: string,
  words: readonly SimilarWord[],
  { most, work }: { most: number; work: Work },
): Generator<void, FoundForm[]> {
  const found: { entry: WordEntry; distance: number }[] = [];
  const rows = new DistanceRows(folded, most);
  for (const { form, id, word, results } of words) {
    const distance = rows.distanceOf(form, 0);
    if (distance <= most) found.push({ entry: { id, word, results }, distance });
    if (work.add(comparison)) yield;
  }
  const inOrder = found.toSorted(
    (one, other) =>
      one.distance - other.distance ||
      other.entry.results - one.entry.results ||
      (one.entry.word < other.entry.word ? -1 : 1),
  );
  return inOrder.slice(0, mostForms.typos).map(({ entry, distance }) => ({
    ...entry,
    weight: formWeights.typo[distance] ?? 0,
    by: "typo",
  }));
}
