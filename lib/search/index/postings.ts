import { ByteList, type BytePool } from "./byte_list.ts";

/** Greatest position of a place. Later words have the same. */
const mostPosition = (1 << 24) - 1;
/** Number of bytes of places after which the next passage is noted. */
const bytesPerMark = 128;

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

/**
 * The places of a word, as differences. An odd integer begins a passage: the rest is the difference to the passage before. An even one is a
 * place: the rest is the difference to the position before. Its lowest bit is 1 if the field follows, which is not the text.
 *
 * A second list has the counts of each result, because ranking reads only these. An integer is the difference to the result before, and a bit.
 * The bit is 0 for one place in the text. Otherwise it is 1, and the counts follow.
 */
export class Postings {
  readonly #pool: BytePool;
  readonly #places: ByteList;
  /** The counts of all results but the last. */
  #counts: ByteList | undefined;
  /** Pairs of a passage and the index of its first place. */
  #marks: number[] | undefined;
  #lastPassage = -1;
  #lastPosition = 0;
  #lastResult = -1;
  #lastCounts = 0;
  #resultBefore = -1;
  /** Number of passages that have the word. */
  passages = 0;
  /** Number of results that have the word. */
  results = 0;

  constructor(pool: BytePool) {
    this.#pool = pool;
    this.#places = new ByteList(pool);
  }

  /** Returns a view of the places, for {@link restore}. */
  encoded(): Uint8Array {
    const { bytes, start, length } = this.#places;
    return bytes.subarray(start, start + length);
  }

  /**
   * Adds the places of other postings. These must be empty.
   *
   * @param resultOf number of the result of each passage
   */
  restore(encoded: Uint8Array, resultOf: readonly number[]): void {
    this.#places.copy(encoded);
    const cursor = this.cursor();
    for (cursor.seek(0); cursor.passage < Infinity; cursor.seek(cursor.passage + 1)) {
      const result = resultOf[cursor.passage] as number;
      this.#beginPassage(cursor.passage, cursor.at);
      cursor.forEach((field) => this.#count(result, field));
    }
  }

  /** Adds a place. Results, passages and positions must be added in ascending order. */
  add(result: number, passage: number, field: Field, position: number): void {
    this.#count(result, field);
    const places = this.#places;
    if (passage !== this.#lastPassage) {
      places.add(((passage - this.#lastPassage) << 1) | 1);
      this.#beginPassage(passage, places.length);
    }
    const bounded = Math.min(position, mostPosition);
    places.add(((bounded - this.#lastPosition) << 2) | (field === 0 ? 0 : 2));
    if (field !== 0) places.add(field);
    this.#lastPosition = bounded;
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
    if (this.#counts !== undefined) {
      const { bytes, start, length } = this.#counts;
      const end = start + length;
      let result = -1;
      for (let at = start; at < end;) {
        let value = bytes[at++] as number;
        if (value >= 0x80) {
          let byte = value;
          value &= 0x7f;
          for (let shift = 7; byte >= 0x80; shift += 7) {
            byte = bytes[at++] as number;
            value |= (byte & 0x7f) << shift;
          }
        }
        result += value >>> 1;
        let counts = 1;
        if ((value & 1) === 1) {
          let byte = bytes[at++] as number;
          counts = byte & 0x7f;
          for (let shift = 7; byte >= 0x80; shift += 7) {
            byte = bytes[at++] as number;
            counts |= (byte & 0x7f) << shift;
          }
        }
        if (predicate(result, counts)) return true;
      }
    }
    return this.#lastResult >= 0 && predicate(this.#lastResult, this.#lastCounts);
  }

  /** Calls `visit` with each place in the passages from `first` to `last`. */
  forEachIn(first: number, last: number, visit: VisitPlace): void {
    const cursor = this.cursor();
    for (cursor.seek(first); cursor.passage <= last; cursor.seek(cursor.passage + 1)) {
      cursor.forEach((field, position) => visit(cursor.passage, field, position));
    }
  }

  /** Returns a cursor before the first passage. */
  cursor(): PassageCursor {
    return new PassageCursor(this.#places, () => this.#marks);
  }

  /** Notes a new passage, whose places begin at an index. */
  #beginPassage(passage: number, at: number): void {
    this.#lastPassage = passage;
    this.#lastPosition = 0;
    this.passages++;
    if (at >= (this.#marks?.at(-1) ?? 0) + bytesPerMark) (this.#marks ??= []).push(passage, at);
  }

  #count(result: number, field: Field): void {
    const { shift, most } = counters[field];
    if (result === this.#lastResult) {
      if (((this.#lastCounts >> shift) & most) < most) this.#lastCounts += 1 << shift;
      return;
    }
    if (this.#lastResult >= 0) {
      const counts = (this.#counts ??= new ByteList(this.#pool));
      counts.add(((this.#lastResult - this.#resultBefore) << 1) | (this.#lastCounts === 1 ? 0 : 1));
      if (this.#lastCounts !== 1) counts.add(this.#lastCounts);
      this.#resultBefore = this.#lastResult;
    }
    this.results++;
    this.#lastResult = result;
    this.#lastCounts = 1 << shift;
  }
}

/** A passage that has a word. */
export class PassageCursor {
  readonly #places: ByteList;
  readonly #marks: () => readonly number[] | undefined;
  /** Index of the first place of the passage. */
  at = 0;
  /** -1 at first, `Infinity` after the last. */
  passage = -1;

  constructor(places: ByteList, marks: () => readonly number[] | undefined) {
    this.#places = places;
    this.#marks = marks;
  }

  /** Moves to the first passage from a number on, unless the cursor is at a later one. */
  seek(passage: number): void {
    if (this.passage >= passage) return;
    this.#jump(passage);
    const { bytes, start, length } = this.#places;
    const end = start + length;
    let at = start + this.at;
    let current = this.passage;
    while (current < passage) {
      if (at >= end) {
        current = Infinity;
        break;
      }
      let byte = bytes[at++] as number;
      let value = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++] as number;
        value |= (byte & 0x7f) << shift;
      }
      if ((value & 1) === 1) current += value >>> 1;
      // A field takes a byte.
      else if ((value & 2) === 2) at++;
    }
    this.passage = current;
    this.at = at - start;
  }

  /** Calls `visit` with each place in the passage, in ascending order. */
  forEach(visit: (field: Field, position: number) => void): void {
    const { bytes, start, length } = this.#places;
    const end = start + length;
    let position = 0;
    for (let at = start + this.at; at < end;) {
      let byte = bytes[at++] as number;
      let value = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++] as number;
        value |= (byte & 0x7f) << shift;
      }
      if ((value & 1) === 1) return;
      position += value >>> 2;
      visit(((value & 2) === 2 ? bytes[at++] : fields.text) as Field, position);
    }
  }

  /** Moves to the last noted passage up to a number, if it is a later one. */
  #jump(passage: number): void {
    const marks = this.#marks();
    if (marks === undefined) return;
    let low = 0;
    let high = marks.length / 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((marks[2 * middle] as number) <= passage) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return;
    const at = marks[2 * low - 1] as number;
    if (at <= this.at) return;
    this.passage = marks[2 * low - 2] as number;
    this.at = at;
  }
}
