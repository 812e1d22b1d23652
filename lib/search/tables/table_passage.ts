import { given } from "../../base/given.ts";
import type { IndexedResult } from "../index/passage_index.ts";
import type { Passage } from "../passages/passage.ts";

/** A passage as the tables keep it. */
export interface TablePassage extends Pick<Passage, "heading" | "text" | "fragment" | "tags"> {
  isInLists: boolean;
  /** Position of its first word in the result. */
  start: number;
}

/** Returns the passages of a result, and the position of each. */
export function tablePassages({ passages }: IndexedResult): TablePassage[] {
  let start = 0;
  return passages.map(({ heading, text, fragment, tags, isInLists, length }) => {
    const passage = {
      heading,
      text,
      ...given({ fragment, tags }),
      isInLists,
      start,
    };
    start += length;
    return passage;
  });
}

export function readPassages(json: string): TablePassage[] {
  return JSON.parse(json) as TablePassage[];
}

/** Returns the place of a word, as the tables keep it. */
export function tablePlace(position: number, field: number): number {
  return position * fieldCount + field;
}

export function readPlace(place: number): { position: number; field: number } {
  return { position: Math.floor(place / fieldCount), field: place % fieldCount };
}

/** Difference between the places of words that follow each other. */
export const fieldCount = 8;

/** Returns the index of the passage that has a position. */
export function passageAt(passages: readonly TablePassage[], position: number): number {
  let low = 0;
  let high = passages.length;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((passages[middle] as TablePassage).start <= position) low = middle;
    else high = middle;
  }
  return low;
}
