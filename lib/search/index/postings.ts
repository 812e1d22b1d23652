/** Longest list that is kept in an array of numbers, which is smaller than a typed array. */
const longestArray = 32;

const fieldShift = 24;
const positionMask = (1 << fieldShift) - 1;

/** Fields of a passage. The description is the text of the passage that lists show. */
export const fields = { text: 0, heading: 1, title: 2, tags: 3, question: 4, description: 5 } as const;

/** A field of a passage. */
export type Field = (typeof fields)[keyof typeof fields];

/** Weight of a word in each field. */
export type FieldWeights = readonly [
  text: number,
  heading: number,
  title: number,
  tags: number,
  question: number,
  description: number,
];

/** Called with each place of a word. */
export type VisitPlace = (passage: number, field: Field, position: number) => void;

/**
 * Position and number of bits of the count of each field in the integer that counts a word in a result. A full count grows no further. The
 * text is in the lowest bits, so that an integer below 1,024 counts only text.
 */
const counters = [
  { shift: 0, most: 1023 },
  { shift: 10, most: 63 },
  { shift: 16, most: 7 },
  { shift: 19, most: 7 },
  { shift: 22, most: 15 },
  { shift: 26, most: 15 },
] as const;
const onlyText = 1024;
/** Bits of the fields that lists show to every reader: title, tags and description. */
const inLists = (7 << 16) | (7 << 19) | (15 << 26);

/** Returns the sum of the weights of the places that an integer of {@link Postings.forEachResult} counts. */
export function weigh(counts: number, weights: FieldWeights): number {
  if (counts < onlyText) return counts * weights[0];
  let sum = 0;
  for (let field = 0; field < counters.length; field++) {
    const { shift, most } = counters[field] as (typeof counters)[number];
    sum += ((counts >> shift) & most) * (weights[field] as number);
  }
  return sum;
}

/** Returns true if a field is the name of a result: the title of a post, or the question of a FAQ entry. */
export function isName(field: Field): boolean {
  return field === fields.title || field === fields.question;
}

/** Returns the number of places in the name of a result that an integer of {@link Postings.forEachResult} counts. */
export function countsInName(counts: number): number {
  return ((counts >> 16) & 7) + ((counts >> 22) & 15);
}

/** Returns the counts of the fields that lists show to every reader. */
export function countsInLists(counts: number): number {
  return counts & inLists;
}

/** A list of integers that only grows. */
class Integers {
  data: number[] | Int32Array = [];
  length = 0;

  push(value: number): void {
    if (this.length >= longestArray && this.length >= this.data.length) {
      const grown = new Int32Array(Math.ceil(this.length * 1.5));
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = value;
  }

  set(values: Int32Array): void {
    this.data = values.length > longestArray ? values : Array.from(values);
    ({ length: this.length } = values);
  }
}

/** The lists of {@link Postings}. */
export interface PostingsLists {
  places: Int32Array;
  /** Pairs of the number of a result and its counts by field, without the last result. */
  counts: Int32Array;
  last: { passage: number; result: number; counts: number };
  passages: number;
}

/** Returns the integer of a place, as {@link Postings} stores it. */
export function placeOf(field: number, position: number): number {
  return (field << fieldShift) | position;
}

/** Creates postings from their places. It computes the counts, and keeps many lists in one array, which is fast. */
export class PostingsLoader {
  readonly #resultOf: readonly number[];
  readonly #blocks = new IntegerBlocks();
  #counts = new Int32Array(1024);

  /** @param resultOf number of the result of each passage */
  constructor(resultOf: readonly number[]) {
    this.#resultOf = resultOf;
  }

  /** Returns an array for the places of a word, to fill and to give to {@link load}. */
  reserve(size: number): Int32Array {
    return this.#blocks.take(size);
  }

  load(places: Int32Array): Postings {
    // Each result has at least a passage and a place.
    if (this.#counts.length < places.length) this.#counts = new Int32Array(2 * places.length);
    const counts = this.#counts;
    let passages = 0;
    let passage = -1;
    let at = -2;
    for (let index = 0; index < places.length; index++) {
      const value = places[index] as number;
      if (value < 0) {
        passages++;
        passage = -1 - value;
        const result = this.#resultOf[passage] as number;
        if (at < 0 || counts[at] !== result) {
          at += 2;
          counts[at] = result;
          counts[at + 1] = 0;
        }
      } else {
        const { shift, most } = counters[value >> fieldShift] as (typeof counters)[number];
        const before = counts[at + 1] as number;
        if (((before >> shift) & most) < most) counts[at + 1] = before + (1 << shift);
      }
    }
    const kept = this.#blocks.take(Math.max(at, 0));
    kept.set(counts.subarray(0, kept.length));
    const last = { passage, result: counts[at] ?? -1, counts: counts[at + 1] ?? 0 };
    return Postings.of({ places, counts: kept, last, passages });
  }
}

/** Parts of large arrays. */
class IntegerBlocks {
  #block = new Int32Array(0);
  #used = 0;

  take(size: number): Int32Array {
    if (this.#used + size > this.#block.length) {
      if (size > blockSize / 8) return new Int32Array(size);
      this.#block = new Int32Array(blockSize);
      this.#used = 0;
    }
    this.#used += size;
    return this.#block.subarray(this.#used - size, this.#used);
  }
}

/** Number of integers of a block. */
const blockSize = 262_144;

/**
 * The places of a word. Each passage begins with its negated number minus 1. The word's positions in the passage follow, with the field
 * in the highest bits. A second list has the counts of each result, because ranking reads only these.
 */
export class Postings {
  readonly #places = new Integers();
  /** Pairs of the number of a result and its counts by field, without the last result. */
  readonly #counts = new Integers();
  #lastPassage = -1;
  #lastResult = -1;
  #lastCounts = 0;
  /** Number of passages that have the word. */
  passages = 0;

  /** Creates postings from complete lists, which are kept: see {@link PostingsLoader}. */
  static of({ places, counts, last, passages }: PostingsLists): Postings {
    const postings = new Postings();
    postings.#places.set(places);
    postings.#counts.set(counts);
    postings.#lastPassage = last.passage;
    postings.#lastResult = last.result;
    postings.#lastCounts = last.counts;
    postings.passages = passages;
    return postings;
  }

  /** Number of results that have the word, at least 1. */
  get results(): number {
    return this.#counts.length / 2 + 1;
  }

  /** Adds a place. Results and passages must be added in ascending order. Returns the number of added integers. */
  add(result: number, passage: number, field: Field, position: number): number {
    const counted = this.#count(result, field);
    const place = (field << fieldShift) | Math.min(position, positionMask);
    if (passage === this.#lastPassage) {
      this.#places.push(place);
      return counted + 1;
    }
    this.#lastPassage = passage;
    this.passages++;
    this.#places.push(-1 - passage);
    this.#places.push(place);
    return counted + 2;
  }

  /** Calls `visit` with each result that has the word, and its counts. */
  forEachResult(visit: (result: number, counts: number) => void): void {
    this.some((result, counts) => {
      visit(result, counts);
      return false;
    });
  }

  /** Returns true if a result with the word satisfies the predicate. */
  some(predicate: (result: number, counts: number) => boolean): boolean {
    const { data, length } = this.#counts;
    for (let at = 0; at < length; at += 2) {
      if (predicate(data[at] as number, data[at + 1] as number)) return true;
    }
    return this.#lastResult >= 0 && predicate(this.#lastResult, this.#lastCounts);
  }

  /** Calls `visit` with each place in the passages from `first` to `last`. */
  forEachIn(first: number, last: number, visit: VisitPlace): void {
    const { data, length } = this.#places;
    let passage = -1;
    for (let at = this.seek(first, 0); at < length; at++) {
      const value = data[at] as number;
      if (value >= 0) visit(passage, (value >> fieldShift) as Field, value & positionMask);
      else if (-1 - value > last) return;
      else passage = -1 - value;
    }
  }

  /** Returns the number of the passage whose places begin at an index of {@link seek}. `Infinity` after the last passage. */
  passageAt(at: number): number {
    return at < this.#places.length ? -1 - (this.#places.data[at] as number) : Infinity;
  }

  /** Returns the positions in the passage whose places begin at an index, in ascending order. */
  positionsAt(at: number): number[] {
    const { data, length } = this.#places;
    const positions: number[] = [];
    for (let next = at + 1; next < length && (data[next] as number) >= 0; next++) {
      positions.push((data[next] as number) & positionMask);
    }
    return positions;
  }

  /** Returns the index at which the first passage from a number on begins. `from` is the index of an earlier passage. */
  seek(passage: number, from: number): number {
    const { length } = this.#places;
    if (this.passageAt(from) >= passage) return Math.min(from, length);
    let low = from;
    let high = length;
    for (let step = 16; low + step < length; step *= 2) {
      const at = this.#beginBefore(low + step);
      if (this.passageAt(at) >= passage) {
        high = at;
        break;
      }
      low = at;
    }
    while (low + 1 < high) {
      let at = this.#beginBefore((low + high) >>> 1);
      if (at <= low) at = this.#beginAfter((low + high) >>> 1);
      if (at >= high) return high;
      if (this.passageAt(at) < passage) low = at;
      else high = at;
    }
    return high;
  }

  #beginBefore(at: number): number {
    let begin = at;
    while ((this.#places.data[begin] as number) >= 0) begin--;
    return begin;
  }

  #beginAfter(at: number): number {
    const { data, length } = this.#places;
    let begin = at + 1;
    while (begin < length && (data[begin] as number) >= 0) begin++;
    return begin;
  }

  #count(result: number, field: Field): number {
    const { shift, most } = counters[field];
    if (result === this.#lastResult) {
      if (((this.#lastCounts >> shift) & most) < most) this.#lastCounts += 1 << shift;
      return 0;
    }
    if (this.#lastResult >= 0) {
      this.#counts.push(this.#lastResult);
      this.#counts.push(this.#lastCounts);
    }
    this.#lastResult = result;
    this.#lastCounts = 1 << shift;
    return 2;
  }
}
