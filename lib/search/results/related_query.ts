import { type IndexedDocument, type IndexedPassage, type PassageIndex } from "../index/passage_index.ts";
import type { Clause } from "../index/scores.ts";
import type { IndexedWord } from "../index/vocabulary.ts";
import { foldWord } from "../words/fold_word.ts";
import { forEachWord } from "../words/for_each_word.ts";

/** Number of words that describe a post. */
const mostWords = 20;
/** Number of passages that are read. The beginning of a long post describes it. */
const mostPassages = 60;
/** Weight of a word in the name or the tags of a post, and in a heading. */
const weights = { fields: 4, heading: 2 } as const;

/** Returns the words that distinguish a post from the other posts of an index. */
export function relatedQuery(
  index: PassageIndex,
  { results }: IndexedDocument,
  isReadable: (passage: IndexedPassage) => boolean,
): Clause[] {
  const counts = new Map<IndexedWord, number>();
  const count = (text: string, weight: number): void =>
    forEachWord(text, (written) => {
      const word = index.vocabulary.get(foldWord(written));
      if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + weight);
    });
  const [post] = results;
  for (const passage of post?.passages.slice(0, mostPassages) ?? []) {
    if (!isReadable(passage)) continue;
    count(passage.heading, passage.isInLists ? weights.fields : weights.heading);
    for (const tag of passage.tags ?? []) count(tag, weights.fields);
    count(passage.text, 1);
  }
  const passages = index.passages.length;
  const scored = Array.from(counts, ([word, frequency]) => ({
    word,
    score: Math.log(1 + frequency) * Math.log(passages / word.postings.passages),
  }));
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostWords)
    .map(({ word }) => ({ words: [{ word, weight: 1 }], isRequired: false }));
}
