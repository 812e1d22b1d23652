import type { QueryTerm, QueryWord } from "../parse_query.ts";
import type { MatchReason } from "../results/match_list.ts";
import { stemming, type Synonyms } from "../words/synonyms.ts";
import { joinsOf, splitsOf } from "../words/compounds.ts";
import { stemsOf } from "../words/load_stemmer.ts";
import { formWeights, isBarelyTyped, mostForms, mostTypoWords, typoShare, typosOf } from "./form_rules.ts";
import type { PassageIndex } from "./passage_index.ts";
import type { IndexedWord } from "./vocabulary.ts";
import type { Work } from "./work.ts";

/** A word of the index that a word of a query finds. */
export interface Alternative {
  word: IndexedWord;
  /** Words that have to follow it: the other part of a compound, or the rest of a phrase. */
  next?: readonly IndexedWord[];
  /** 1 for the word itself, less for other forms. */
  weight: number;
  by: MatchReason;
}

/** Parts of {@link resolveTerms}. */
export interface Resolving {
  index: PassageIndex;
  /** Returns true if the query wants a result with a word, for its counts by field. */
  wants: (result: number, counts: number) => boolean;
  work: Work;
  synonyms?: Synonyms | undefined;
  /** True to find only the words themselves, and words that begin with a prefix. */
  isStrict: boolean;
}

/** The words of an index that a query finds. */
export interface ResolvedTerms {
  /** For each term of the query. */
  found: readonly (readonly Alternative[])[];
  /** Words of the query, as typed, of which the query wants no result in any form of one word. */
  missing: readonly string[];
  /** True if a word may have others with typos, which were not looked for. */
  isCut: boolean;
}

/**
 * Finds the words of an index for each word of a query. These are the word itself, forms with the same stem, words that begin with a
 * prefix, compounds, and synonyms. If the query wants no result with any of them, it finds words with one or two typos.
 */
export function* resolveTerms(
  terms: readonly QueryTerm[],
  resolving: Resolving,
): Generator<void, ResolvedTerms> {
  const { index, work } = resolving;
  const forms: Alternative[][] = [];
  for (const term of terms) {
    forms.push(yield* formsOf(term, resolving));
    if (work.add(1)) yield;
  }
  if (resolving.isStrict) return { found: forms.map(bestOf), missing: [], isCut: false };
  addCompounds(terms, forms, index);
  let isCut = yield* addSynonyms(terms, forms, resolving);
  const found: Alternative[][] = [];
  let typoWords = 0;
  for (const [at, { folded }] of terms.entries()) {
    const own = forms[at] as Alternative[];
    const pairs = splitPairs(folded, index);
    const distance = hasWanted(own, resolving) ? 0 : typosOf(folded);
    const mayLook = typoWords < mostTypoWords && work.share < typoShare;
    if (distance > 0 && mayLook) {
      typoWords++;
      own.push(...(yield* typosNear(folded, distance, resolving)));
    }
    isCut ||= distance > 0 && !mayLook;
    found.push(bestOf([...own, ...pairs]));
    if (work.add(pairs.length)) yield;
  }
  const missing = terms.flatMap(({ written }, at) =>
    hasWanted(
      (found[at] ?? []).filter(({ next }) => next === undefined),
      resolving,
    )
      ? []
      : [written],
  );
  return { found, missing, isCut };
}

/** Returns the words with the same stem in a language of the index. */
export function sameStems({ stemmers, vocabulary }: PassageIndex, word: QueryWord): IndexedWord[] {
  return [...stemmers].flatMap(([tag, stemmer]) =>
    stemsOf(word.written, word.folded, { tag, stemmer }).flatMap((stem) => vocabulary.withStem(tag, stem)),
  );
}

function* formsOf(term: QueryTerm, resolving: Resolving): Generator<void, Alternative[]> {
  const { index, isStrict } = resolving;
  const { vocabulary } = index;
  const same = vocabulary.get(term.folded);
  const found: Alternative[] = same === undefined ? [] : [{ word: same, weight: 1, by: "word" }];
  if (!isStrict)
    for (const word of sameStems(index, term)) found.push({ word, weight: formWeights.stem, by: "form" });
  if (term.isPrefix && !isBarelyTyped(term)) found.push(...(yield* beginningWith(term.folded, resolving)));
  return found;
}

function* beginningWith(prefix: string, resolving: Resolving): Generator<void, Alternative[]> {
  const { index, work } = resolving;
  const wanted = { most: mostForms.prefixes, isWanted: isWantedBy(resolving), work };
  const words = yield* index.vocabulary.withPrefix(prefix, wanted);
  return words.map((word) => ({ word, weight: formWeights.prefix, by: "prefix" }));
}

function* typosNear(folded: string, distance: number, resolving: Resolving): Generator<void, Alternative[]> {
  const { index, work } = resolving;
  const options = { distance, most: mostForms.typos, isWanted: isWantedBy(resolving), work };
  const near = yield* index.vocabulary.near(folded, options);
  return near.map(({ word, distance: typos }) => ({
    word,
    weight: formWeights.typo[typos] ?? 0,
    by: "typo",
  }));
}

/** Adds the compounds of neighbouring words to the forms of both. */
function addCompounds(
  terms: readonly QueryTerm[],
  forms: readonly Alternative[][],
  index: PassageIndex,
): void {
  const languages = [...index.stemmers.keys()];
  for (let at = 0; at + 1 < terms.length; at++) {
    const [head, tail] = [terms[at] as QueryTerm, terms[at + 1] as QueryTerm];
    for (const joined of joinsOf({ head: head.folded, tail: tail.folded }, languages)) {
      const word = index.vocabulary.get(joined);
      if (word === undefined) continue;
      for (const own of forms.slice(at, at + 2)) {
        own.push({ word, weight: formWeights.compound, by: "compound" });
      }
    }
  }
}

/** Adds the synonyms of words, and of words in a row, to the forms of each of them. Returns true if some are left out. */
function* addSynonyms(
  terms: readonly QueryTerm[],
  forms: readonly Alternative[][],
  { index, synonyms, work }: Resolving,
): Generator<void, boolean> {
  if (synonyms === undefined) return false;
  const languages = Array.from(index.stemmers, ([tag, stemmer]) => ({ tag, stemmer }));
  const { found, isCut } = yield* synonyms.of(terms, { languages, work });
  for (const { at, length, members } of found) {
    for (const member of members) {
      const words = memberForms(member, index);
      for (const own of forms.slice(at, at + length)) own.push(...words);
      if (work.add(stemming * languages.length + words.length)) yield;
    }
  }
  return isCut;
}

/** Returns the words that a synonym of one word finds, or the words of a phrase in order. */
function memberForms(member: readonly QueryWord[], index: PassageIndex): Alternative[] {
  const own = { weight: formWeights.synonym, by: "synonym" } as const;
  const words = member.flatMap(({ folded }) => index.vocabulary.get(folded) ?? []);
  const [first] = member;
  if (member.length === 1 && first !== undefined)
    return [...new Set([...words, ...sameStems(index, first)])].map((word) => ({ word, ...own }));
  const [word, ...next] = words;
  return word === undefined || words.length < member.length ? [] : [{ word, next, ...own }];
}

/** Returns the pairs of words of the index that a word may consist of. */
function splitPairs(folded: string, { vocabulary, stemmers }: PassageIndex): Alternative[] {
  const pairs: Alternative[] = [];
  for (const { head, tail } of splitsOf(folded, stemmers.keys())) {
    const next = vocabulary.get(tail);
    const word = vocabulary.get(head);
    if (word !== undefined && next !== undefined)
      pairs.push({ word, next: [next], weight: formWeights.compound, by: "compound" });
    if (pairs.length === mostForms.splits) break;
  }
  return pairs;
}

/** Keeps the alternative with the highest weight of each word, and the pairs. */
function bestOf(alternatives: readonly Alternative[]): Alternative[] {
  const best = new Map<IndexedWord, Alternative>();
  for (const one of alternatives) {
    if (one.next === undefined && one.weight > (best.get(one.word)?.weight ?? 0)) best.set(one.word, one);
  }
  return [...best.values(), ...alternatives.filter(({ next }) => next !== undefined)];
}

function hasWanted(alternatives: readonly Alternative[], resolving: Resolving): boolean {
  const isWanted = isWantedBy(resolving);
  return alternatives.some(({ word }) => isWanted(word));
}

/** Returns the predicate for words that a wanted result has. Each result is work. */
function isWantedBy({ wants, work }: Resolving): (word: IndexedWord) => boolean {
  return ({ postings }) => {
    let read = 0;
    const isWanted = postings.some((result, counts) => {
      read++;
      return wants(result, counts);
    });
    work.count(read);
    return isWanted;
  };
}
