import type { PassageIndex } from "./passage_index.ts";
import { type Field, fields } from "./postings.ts";

/** Number of fields, to number the places of a passage. */
const fieldCount = Object.keys(fields).length;

/** Calls `visit` for each place at which the words follow each other in one field of a readable passage. */
export function findPhrase(
  { vocabulary }: PassageIndex,
  words: readonly string[],
  isReadable: (passage: number) => boolean,
  visit: (passage: number, field: Field) => void,
): void {
  /** Places of the words so far, by passage. A place is a position and a field. */
  let places: Map<number, Set<number>> | undefined;
  for (const folded of words) {
    const next = new Map<number, Set<number>>();
    const before = places;
    vocabulary.get(folded)?.postings.forEach((passage, field, position) => {
      const follows = before?.get(passage)?.has((position - 1) * fieldCount + field) ?? before === undefined;
      if (!follows || (before === undefined && !isReadable(passage))) return;
      const found = next.get(passage);
      if (found === undefined) next.set(passage, new Set([position * fieldCount + field]));
      else found.add(position * fieldCount + field);
    });
    places = next;
    if (places.size === 0) return;
  }
  for (const [passage, found] of places ?? []) {
    for (const place of found) visit(passage, (place % fieldCount) as Field);
  }
}
