import { compareTexts } from "../../base/text/fold_text.ts";
import { runSteps } from "../../base/yielding.ts";
import { type Stemmer, stemsOf } from "../words/load_stemmer.ts";
import { editDistance } from "./edit_distance.ts";
import { BytePool } from "./byte_list.ts";
import { Postings } from "./postings.ts";
import type { Pauses, Work } from "./work.ts";

export interface IndexedWord {
  folded: string;
  postings: Postings;
}

/** Estimated bytes of a word, its postings and its entries in the maps, without its characters. */
const bytesOfWord = 400;
/** Number of new words that are sorted together. */
const mostUnsorted = 2000;
/** Work of a comparison of two words, in words that are only listed. */
const comparison = 10;

/** The words of an index, by folded form and by the stems of each language. */
export class Vocabulary {
  /** The bytes of all postings. */
  readonly pool: BytePool = new BytePool();
  readonly #words = new Map<string, IndexedWord>();
  /** Words by language and stem. */
  readonly #stems = new Map<string, IndexedWord[]>();
  /** Pairs of a language and a written form whose stems are known. */
  readonly #stemmed = new Map<string, Set<string>>();
  /** Sorted lists of words. Each is at least twice as long as the next, so that adding a word costs little. */
  #runs: (readonly string[])[] = [];
  /** Words that are in no list yet. */
  #unsorted: string[] = [];
  /** The same words, sorted for the last query. */
  #recent: string[] = [];
  /** Estimated size in bytes. */
  bytes = 0;

  get(folded: string): IndexedWord | undefined {
    return this.#words.get(folded);
  }

  /** Returns the word with a folded form, and adds it if it is new. */
  add(folded: string): IndexedWord {
    const known = this.#words.get(folded);
    if (known !== undefined) return known;
    const word = { folded, postings: new Postings(this.pool) };
    this.#words.set(folded, word);
    this.#unsorted.push(folded);
    this.bytes += bytesOfWord + 2 * folded.length;
    return word;
  }

  /** Adds a word with its postings. The words must be new and in the order of {@link sorted}. Call {@link restored} after the last. */
  restore(folded: string, postings: Postings): void {
    this.#words.set(folded, { folded, postings });
    this.#unsorted.push(folded);
    this.bytes += bytesOfWord + 2 * folded.length;
  }

  /** Ends the restoration of words. */
  restored(): void {
    this.#runs = [this.#unsorted];
    this.#unsorted = [];
  }

  /** Returns all words in the order of their code units. Each word is work. */
  *sorted(work: Work): Generator<void, readonly string[]> {
    let [sorted = [], ...runs] = this.#sortedRuns();
    for (const run of runs) sorted = yield* merge(sorted, run, work);
    return sorted;
  }

  /** Returns the languages, and the written forms of words in each. */
  forms(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#stemmed;
  }

  /** Returns the words by language and stem: `en run`. */
  stems(): ReadonlyMap<string, readonly IndexedWord[]> {
    return this.#stems;
  }

  words(): Iterable<IndexedWord> {
    return this.#words.values();
  }

  addStems(word: IndexedWord, written: string, language: { tag: string; stemmer: Stemmer }): void {
    const { tag, stemmer } = language;
    let stemmed = this.#stemmed.get(tag);
    if (stemmed === undefined) this.#stemmed.set(tag, (stemmed = new Set()));
    if (stemmed.has(written)) return;
    stemmed.add(written);
    this.bytes += 50;
    for (const stem of stemsOf(written, word.folded, stemmer)) {
      const key = stemKey(tag, stem);
      const words = this.#stems.get(key);
      if (words === undefined) this.#stems.set(key, [word]);
      else if (!words.includes(word)) words.push(word);
    }
  }

  /** Returns the words that share a stem in a language. */
  withStem(language: string, stem: string): readonly IndexedWord[] {
    return this.#stems.get(stemKey(language, stem)) ?? [];
  }

  /** Returns at most `most` words that begin with a prefix, in alphabetical order. */
  withPrefix(prefix: string, most: number): IndexedWord[] {
    const found: string[] = [];
    for (const run of this.#sortedRuns()) {
      let at = lowerBound(run, prefix);
      for (let count = 0; count < most && run[at]?.startsWith(prefix) === true; count++) {
        found.push(run[at++] as string);
      }
    }
    return found
      .toSorted(compareTexts)
      .slice(0, most)
      .map((folded) => this.add(folded));
  }

  /** Returns at most `most` words with the same first character within an edit distance, the nearest first. Each comparison is work. */
  *near(
    folded: string,
    { distance, most, work }: { distance: number; most: number; work: Work },
  ): Generator<void, { word: IndexedWord; distance: number }[]> {
    const found: { folded: string; distance: number }[] = [];
    const first = String.fromCodePoint(folded.codePointAt(0) ?? 0);
    for (const run of this.#sortedRuns()) {
      for (let at = lowerBound(run, first); run[at]?.startsWith(first) === true; at++) {
        const candidate = run[at] as string;
        const isNear = Math.abs(candidate.length - folded.length) <= distance;
        const away = isNear ? editDistance(folded, candidate, distance) : distance + 1;
        if (away <= distance) found.push({ folded: candidate, distance: away });
        if (work.add(isNear ? comparison : 1)) yield;
      }
    }
    return found
      .toSorted((one, other) => one.distance - other.distance || compareTexts(one.folded, other.folded))
      .slice(0, most)
      .map(({ folded: near, distance: away }) => ({ word: this.add(near), distance: away }));
  }

  /** Sorts new words while the index is built, so that no query sorts many. */
  async settle({ work, pause }: Pauses): Promise<void> {
    if (this.#unsorted.length < mostUnsorted) return;
    this.#runs = this.#sortedRuns();
    this.#unsorted = [];
    this.#recent = [];
    for (;;) {
      const [other = [], one = []] = this.#runs.slice(-2).toReversed();
      if (this.#runs.length < 2 || one.length >= 2 * other.length) return;
      const merged = await runSteps(merge(one, other, work), pause);
      // Queries read the old lists until this step.
      this.#runs = [...this.#runs.slice(0, -2), merged];
    }
  }

  /** Returns sorted lists of all words. */
  #sortedRuns(): (readonly string[])[] {
    if (this.#recent.length !== this.#unsorted.length) this.#recent = this.#unsorted.toSorted(compareTexts);
    return [...this.#runs, this.#recent];
  }
}

/** Returns the text by which words with a stem in a language are found. */
export function stemKey(language: string, stem: string): string {
  return `${language} ${stem}`;
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

/** Merges two sorted lists. Each word is work. */
function* merge(one: readonly string[], other: readonly string[], work: Work): Generator<void, string[]> {
  const merged: string[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const [first, second] = [one[left], other[right]];
    const isFirst = second === undefined || (first !== undefined && first < second);
    merged.push((isFirst ? first : second) as string);
    if (isFirst) left++;
    else right++;
    if (work.add(1)) yield;
  }
  return merged;
}
