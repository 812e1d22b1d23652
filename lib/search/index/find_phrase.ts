import type { PassageIndex } from "./passage_index.ts";
import type { Field, Postings } from "./postings.ts";
import type { Work } from "./work.ts";

/** A word of a phrase, and the passage at which its reading is. */
interface Cursor {
  postings: Postings;
  at: number;
}

/**
 * Calls `visit` for each place at which the words follow each other in a readable passage. A position without a word is between two fields of
 * a passage, so no phrase continues in the next field. It stops when the work is too much.
 */
export function* findPhrase(
  { vocabulary }: PassageIndex,
  words: readonly string[],
  { isReadable, work }: { isReadable: (passage: number) => boolean; work: Work },
  visit: (passage: number, field: Field) => void,
): Generator<void, void> {
  const cursors = new Map<string, Cursor>();
  for (const word of words) {
    const postings = vocabulary.get(word)?.postings;
    if (postings === undefined) return;
    cursors.set(word, { postings, at: 0 });
  }
  const rarestFirst = [...cursors.values()].toSorted(
    (one, other) => one.postings.passages - other.postings.passages,
  );
  const inOrder = words.map((word) => cursors.get(word) as Cursor);
  let passage = 0;
  while (passage < Infinity) {
    const next = advance(rarestFirst, passage);
    let cost = rarestFirst.length;
    if (next === passage && isReadable(passage)) {
      const places = inOrder.map(({ postings, at }) => postings.positionsAt(at));
      for (const positions of places) cost += positions.length;
      const starts = new Set(startsOf(places));
      if (starts.size > 0) {
        inOrder[0]?.postings.forEachIn(passage, passage, (number, field, position) => {
          if (starts.has(position)) visit(number, field);
        });
      }
    }
    passage = next === passage ? passage + 1 : next;
    if (work.add(cost)) yield;
    if (work.share >= 1) return;
  }
}

/** Moves the cursors to a passage. Returns the passage if it has all words, or else a later passage, before which no passage has them. */
function advance(cursors: readonly Cursor[], passage: number): number {
  for (const cursor of cursors) {
    cursor.at = cursor.postings.seek(passage, cursor.at);
    const found = cursor.postings.passageAt(cursor.at);
    if (found !== passage) return found;
  }
  return passage;
}

/** Returns the positions at which the words follow each other. The positions of each word are in ascending order. */
function startsOf(places: readonly (readonly number[])[]): readonly number[] {
  let [starts = [] as readonly number[]] = places;
  for (let word = 1; word < places.length && starts.length > 0; word++) {
    const positions = places[word] as readonly number[];
    let at = 0;
    starts = starts.filter((start) => {
      while (at < positions.length && (positions[at] as number) < start + word) at++;
      return positions[at] === start + word;
    });
  }
  return starts;
}
