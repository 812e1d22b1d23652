/** Longest list that is kept in an array of numbers, which is smaller than a typed array. */
const longestArray = 32;

const fieldShift = 24;

/** Fields of a passage. */
export const fields = { text: 0, heading: 1, title: 2, tags: 3, question: 4 } as const;

/** A field of a passage. */
export type Field = (typeof fields)[keyof typeof fields];

/** Called with each place of a word. */
export type VisitPlace = (passage: number, field: Field, position: number) => void;

/**
 * The places of a word. Each passage begins with its negated number minus 1. The word's positions in the passage follow, with the field
 * in the highest bits.
 */
export class Postings {
  #data: number[] | Int32Array = [];
  #length = 0;
  #last = -1;
  /** Number of passages that have the word. */
  passages = 0;

  /** Adds a place. Passages must be added in ascending order. Returns the number of added integers. */
  add(passage: number, field: Field, position: number): number {
    const place = (field << fieldShift) | Math.min(position, (1 << fieldShift) - 1);
    if (passage === this.#last) {
      this.#push(place);
      return 1;
    }
    this.#last = passage;
    this.passages++;
    this.#push(-1 - passage);
    this.#push(place);
    return 2;
  }

  /** Calls `visit` with each place, by passage. */
  forEach(visit: VisitPlace): void {
    const data = this.#data;
    let passage = -1;
    for (let at = 0; at < this.#length; at++) {
      const value = data[at] as number;
      if (value < 0) passage = -1 - value;
      else visit(passage, (value >> fieldShift) as Field, value & ((1 << fieldShift) - 1));
    }
  }

  /** Calls `visit` with each passage that has the word, and the sum of the weights of the fields of its places. */
  forEachPassage(weights: readonly number[], visit: (passage: number, weight: number) => void): void {
    const data = this.#data;
    let passage = -1;
    let weight = 0;
    for (let at = 0; at < this.#length; at++) {
      const value = data[at] as number;
      if (value >= 0) {
        weight += weights[value >> fieldShift] as number;
        continue;
      }
      if (weight > 0) visit(passage, weight);
      passage = -1 - value;
      weight = 0;
    }
    if (weight > 0) visit(passage, weight);
  }

  /** Returns true if a passage satisfies the predicate. */
  some(predicate: (passage: number) => boolean): boolean {
    for (let at = 0; at < this.#length; at++) {
      const value = this.#data[at] as number;
      if (value < 0 && predicate(-1 - value)) return true;
    }
    return false;
  }

  #push(value: number): void {
    if (this.#length >= longestArray && this.#length >= this.#data.length) {
      const grown = new Int32Array(Math.ceil(this.#length * 1.5));
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[this.#length++] = value;
  }
}
