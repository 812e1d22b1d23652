import type { IndexedDocument, IndexedPassage, PassageIndex } from "../index/passage_index.ts";
import type { Clause } from "../index/scores.ts";
import type { Passage } from "../passages/passage.ts";
import { foldWord } from "../words/fold_word.ts";
import { forEachWord } from "../words/for_each_word.ts";

/** Least share of the words of a post that a related post has. */
export const leastRelated = 0.08;
/** Number of words that describe a post. */
const mostWords = 20;
/** Number of passages that are read. The beginning of a long post describes it. */
const mostPassages = 60;
/** Weight of a word in the name or the tags of a post, and in a heading. */
const weights = { fields: 4, heading: 2 } as const;

/** A passage of a post. */
export type DescribingPassage = Pick<Passage, "heading" | "text" | "tags"> & { isInLists: boolean };

/** Returns the words of a post, each with its weighted number of places. */
export function countWords(passages: readonly DescribingPassage[]): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (text: string, weight: number): void =>
    forEachWord(text, (written) => {
      const folded = foldWord(written);
      if (folded !== "") counts.set(folded, (counts.get(folded) ?? 0) + weight);
    });
  for (const { heading, text, tags = [], isInLists } of passages.slice(0, mostPassages)) {
    count(heading, isInLists ? weights.fields : weights.heading);
    for (const tag of tags) count(tag, weights.fields);
    count(text, 1);
  }
  return counts;
}

/**
 * Returns the words that distinguish a post from the other posts of an index.
 *
 * @param counts the weighted number of places of each word in the post
 * @param shareOf returns the share of the index that has a word, above 0 and up to 1
 */
export function distinctiveWords<Word>(
  counts: Iterable<readonly [Word, number]>,
  shareOf: (word: Word) => number,
): Word[] {
  const scored = Array.from(counts, ([word, frequency]) => ({
    word,
    score: -Math.log(1 + frequency) * Math.log(shareOf(word)),
  }));
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostWords)
    .map(({ word }) => word);
}

/** Returns the query for posts that are like a post. */
export function relatedQuery(
  { vocabulary, results }: PassageIndex,
  document: IndexedDocument,
  isReadable: (passage: IndexedPassage) => boolean,
): Clause[] {
  const [post] = document.results;
  const counts = [...countWords(post?.passages.filter(isReadable) ?? [])].flatMap(([folded, count]) => {
    const word = vocabulary.get(folded);
    return word === undefined ? [] : [[word, count] as const];
  });
  const words = distinctiveWords(counts, ({ postings }) => postings.results / results.length);
  return words.map((word) => ({ words: [{ word, weight: 1, by: "word" }], isRequired: false }));
}
