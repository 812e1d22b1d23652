import { type Stemmer, stemsOf } from "../words/load_stemmer.ts";
import { editDistance } from "./edit_distance.ts";
import { Postings } from "./postings.ts";

/** A word of the index. */
export interface IndexedWord {
  folded: string;
  postings: Postings;
}

/** Estimated bytes of a word, its postings and its entries in the maps, without its characters. */
const bytesOfWord = 300;
/** Number of new words that are searched one by one before they are sorted. */
const mostUnsorted = 2000;

/** The words of an index, by folded form and by the stems of each language. */
export class Vocabulary {
  readonly #words = new Map<string, IndexedWord>();
  /** Words by language and stem. */
  readonly #stems = new Map<string, IndexedWord[]>();
  /** Pairs of a language and a written form whose stems are known. */
  readonly #stemmed = new Map<string, Set<string>>();
  #sorted: string[] = [];
  #unsorted: string[] = [];
  /** Estimated size in bytes. */
  bytes = 0;

  get(folded: string): IndexedWord | undefined {
    return this.#words.get(folded);
  }

  /** Returns the word with a folded form, and adds it if it is new. */
  add(folded: string): IndexedWord {
    const known = this.#words.get(folded);
    if (known !== undefined) return known;
    const word = { folded, postings: new Postings() };
    this.#words.set(folded, word);
    this.#unsorted.push(folded);
    this.bytes += bytesOfWord + 2 * folded.length;
    return word;
  }

  /** Adds the stems of a word in a language. */
  addStems(word: IndexedWord, written: string, language: { tag: string; stemmer: Stemmer }): void {
    const { tag, stemmer } = language;
    let stemmed = this.#stemmed.get(tag);
    if (stemmed === undefined) this.#stemmed.set(tag, (stemmed = new Set()));
    if (stemmed.has(written)) return;
    stemmed.add(written);
    this.bytes += 50;
    for (const stem of stemsOf(written, word.folded, stemmer)) {
      const key = `${tag} ${stem}`;
      const words = this.#stems.get(key);
      if (words === undefined) this.#stems.set(key, [word]);
      else if (!words.includes(word)) words.push(word);
    }
  }

  /** Returns the words that share a stem in a language. */
  withStem(language: string, stem: string): readonly IndexedWord[] {
    return this.#stems.get(`${language} ${stem}`) ?? [];
  }

  /** Returns at most `most` words that begin with a prefix, in alphabetical order. */
  withPrefix(prefix: string, most: number): IndexedWord[] {
    const found: IndexedWord[] = [];
    for (const folded of this.#from(prefix)) {
      if (!folded.startsWith(prefix) || found.length === most) break;
      found.push(this.add(folded));
    }
    return found;
  }

  /** Returns at most `most` words with the same first character within an edit distance, the nearest first. */
  near(folded: string, distance: number, most: number): { word: IndexedWord; distance: number }[] {
    const found: { word: IndexedWord; distance: number }[] = [];
    const first = String.fromCodePoint(folded.codePointAt(0) ?? 0);
    for (const candidate of this.#from(first)) {
      if (!candidate.startsWith(first)) break;
      const away = editDistance(folded, candidate, distance);
      if (away <= distance) found.push({ word: this.add(candidate), distance: away });
    }
    return found.toSorted((one, other) => one.distance - other.distance).slice(0, most);
  }

  /** Yields the words from a prefix on, in the order of code units. */
  *#from(prefix: string): Generator<string> {
    this.#sort();
    for (let at = lowerBound(this.#sorted, prefix); at < this.#sorted.length; at++) {
      yield this.#sorted[at] as string;
    }
  }

  /** Sorts the words that were added since the last call, if needed, and merges them. */
  #sort(): void {
    if (this.#unsorted.length === 0) return;
    this.#sorted = merge(this.#sorted, this.#unsorted.toSorted(byCodeUnits));
    this.#unsorted = [];
  }

  /** Sorts new words while the index is built, so that no query sorts many. */
  settle(): void {
    if (this.#unsorted.length > Math.max(mostUnsorted, this.#sorted.length / 4)) this.#sort();
  }
}

function byCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function lowerBound(sorted: readonly string[], value: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merge(one: readonly string[], other: readonly string[]): string[] {
  const merged: string[] = [];
  let at = 0;
  for (const word of one) {
    while (at < other.length && (other[at] as string) < word) merged.push(other[at++] as string);
    merged.push(word);
  }
  while (at < other.length) merged.push(other[at++] as string);
  return merged;
}
