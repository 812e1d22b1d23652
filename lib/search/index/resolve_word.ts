import type { QueryTerm } from "../parse_query.ts";
import { stemsOf } from "../words/load_stemmer.ts";
import type { PassageIndex } from "./passage_index.ts";
import type { Readability } from "./readability.ts";
import type { IndexedWord } from "./vocabulary.ts";
import type { Work } from "./work.ts";

/** A word of the index that a word of a query finds. */
export interface Alternative {
  word: IndexedWord;
  /** 1 for the word itself, less for other forms. */
  weight: number;
}

/** Weights of the forms of a word, and of words with no, one and two typos. */
export const formWeights = { stem: 0.9, prefix: 0.6, typo: [1, 0.6, 0.35] } as const;
/** Maximum number of words that a word of a query finds. */
export const mostForms = { prefixes: 64, typos: 12 } as const;
/** Shortest prefix of a word in an alphabet. */
const shortestPrefix = 2;

/** True if so little of a word is typed that it finds no longer words. */
export function isBarelyTyped({ isPrefix, folded }: QueryTerm): boolean {
  return isPrefix && folded.length < shortestPrefix;
}

/**
 * Returns the words that a word of a query finds: the word itself, forms with the same stem, and words that begin with a prefix. If no
 * readable passage has any of them, it returns words with one or two typos.
 */
export function* resolveWord(
  index: PassageIndex,
  term: QueryTerm,
  { readability, work }: { readability: Readability; work: Work },
): Generator<void, Alternative[]> {
  const found = new Map<IndexedWord, number>();
  const add = (word: IndexedWord, weight: number): void => {
    if (weight > (found.get(word) ?? 0)) found.set(word, weight);
  };
  const same = index.vocabulary.get(term.folded);
  if (same !== undefined) add(same, 1);
  for (const word of sameStems(index, term)) add(word, formWeights.stem);
  if (term.isPrefix && !isBarelyTyped(term)) {
    for (const word of index.vocabulary.withPrefix(term.folded, mostForms.prefixes))
      add(word, formWeights.prefix);
  }
  if (!(yield* hasReadable([...found.keys()], { readability, work }))) {
    const distance = typosOf(term.folded);
    const options = { distance, most: mostForms.typos, work };
    const near = distance === 0 ? [] : yield* index.vocabulary.near(term.folded, options);
    for (const { word, distance: typos } of near) add(word, formWeights.typo[typos] ?? 0);
  }
  return Array.from(found, ([word, weight]) => ({ word, weight }));
}

/** Returns true if the query may read a passage with one of the words. */
function* hasReadable(
  words: readonly IndexedWord[],
  { readability, work }: { readability: Readability; work: Work },
): Generator<void, boolean> {
  const { countsOf } = readability;
  for (const { postings } of words) {
    if (postings.some((result, counts) => countsOf(result, counts) > 0)) return true;
    if (work.add(postings.results)) yield;
  }
  return false;
}

/** Returns the words with the same stem in a language of the index. */
export function sameStems(
  { stemmers, vocabulary }: PassageIndex,
  { written, folded }: Pick<QueryTerm, "written" | "folded">,
): IndexedWord[] {
  return [...stemmers].flatMap(([tag, stemmer]) =>
    stemsOf(written, folded, stemmer).flatMap((stem) => vocabulary.withStem(tag, stem)),
  );
}

/** Returns the number of typos that a word may have. */
export function typosOf({ length }: string): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}
