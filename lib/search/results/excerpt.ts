import { cutText } from "../../base/text/well_formed.ts";
import { foldWord } from "../words/fold_word.ts";
import { forEachWord } from "../words/for_each_word.ts";

/** A part of a text, in UTF-16 units. */
export interface Highlight {
  start: number;
  /** Index after the last unit. */
  end: number;
}

/** A part of a text with the words that a query has found. */
export interface Excerpt {
  /** Begins and ends with "…" where the text is cut. */
  text: string;
  highlights: Highlight[];
}

/** A word of a text. */
interface Span extends Highlight {
  /** The word without case and accents if the query has found it, or empty. */
  found: string;
}

const cutMark = "…";
/** Share of the units before the densest match that begin an excerpt in the middle of a sentence. */
const leadOfWord = 1 / 3;
/** The same for the start of a sentence. */
const leadOfSentence = 2 / 3;
/** Number of units in which a character ends. */
const longestCharacter = 64;
/** Units after a word that can end a sentence. */
const mostBetween = 8;
const sentenceEnd = /[.!?؟।]["'”’)\]]*\s|[。！？\n]/;
const closingMarks = /(?:\p{P}\p{M}*){1,8}/uy;

/** Creates excerpts of a text. It reads the words of the text once. */
export class ExcerptSource {
  readonly #text: string;
  readonly #spans: Span[] = [];
  readonly #found: Span[];

  /** @param words the words that a query has found, without case and accents */
  constructor(text: string, words: ReadonlySet<string>) {
    this.#text = text;
    forEachWord(text, (written, start, end) => {
      const folded = foldWord(written);
      this.#spans.push({ start, end, found: words.has(folded) ? folded : "" });
    });
    this.#found = this.#spans.filter(({ found }) => found !== "");
  }

  /** Returns at most `size` units around the densest match. They begin and end between words, unless a word is longer than the excerpt. */
  cut(size: number): Excerpt {
    if (this.#text.length <= size) return this.#between(0, this.#text.length);
    const most = size - 2 * cutMark.length;
    const { start, end } = densest(this.#found, most) ?? { start: 0, end: 0 };
    const from = this.#startOf(start, end, size);
    return this.#between(from, this.#endOf(from, end, size));
  }

  #startOf(start: number, end: number, size: number): number {
    const { length } = this.#text;
    if (end <= size - cutMark.length) return 0;
    const room = size - 2 * cutMark.length - (end - start);
    // The end of the text leaves more room before the match.
    const rest = length - (size - cutMark.length);
    const [sentence, word] = [leadOfSentence, leadOfWord].map((share) =>
      Math.min(start - Math.floor(room * share), rest),
    ) as [number, number];
    let first: number | undefined;
    let ofSentence: number | undefined;
    for (let at = firstFrom(this.#spans, sentence); at < this.#spans.length; at++) {
      const span = this.#spans[at] as Span;
      if (span.start > start) break;
      if (this.#beginsSentence(at)) ofSentence = span.start;
      if (span.start >= word) first ??= span.start;
    }
    return ofSentence ?? first ?? start;
  }

  #endOf(from: number, least: number, size: number): number {
    const { length } = this.#text;
    const room = from === 0 ? size : size - cutMark.length;
    if (length - from <= room) return length;
    const most = from + room - cutMark.length;
    const last = this.#spans[firstFrom(this.#spans, most + 1, "end") - 1];
    if (last === undefined || last.end <= from || last.end < least) return this.#graphemeEnd(from, most);
    closingMarks.lastIndex = last.end;
    const marks = closingMarks.exec(this.#text)?.[0].length ?? 0;
    return last.end + marks <= most ? last.end + marks : last.end;
  }

  /** Returns the end of the last character that ends within a number of units. */
  #graphemeEnd(from: number, most: number): number {
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
    let end = from;
    for (const { index, segment } of segmenter.segment(this.#text.slice(from, most + longestCharacter))) {
      if (from + index + segment.length > most) break;
      end = from + index + segment.length;
    }
    return end === from ? from + cutText(this.#text.slice(from, most + 1), most - from).length : end;
  }

  #beginsSentence(at: number): boolean {
    const before = this.#spans[at - 1];
    const span = this.#spans[at];
    if (before === undefined || span === undefined) return true;
    return sentenceEnd.test(this.#text.slice(before.end, Math.min(span.start, before.end + mostBetween)));
  }

  #between(from: number, to: number): Excerpt {
    const before = from === 0 ? "" : cutMark;
    const text = `${before}${this.#text.slice(from, to)}${to === this.#text.length ? "" : cutMark}`;
    const highlights: Highlight[] = [];
    const shift = before.length - from;
    for (let at = firstFrom(this.#found, from + 1, "end"); at < this.#found.length; at++) {
      const { start, end } = this.#found[at] as Span;
      if (start >= to) break;
      highlights.push({ start: Math.max(start, from) + shift, end: Math.min(end, to) + shift });
    }
    return { text, highlights };
  }
}

/** Returns the part of a text within `most` units that has the most different found words, then the most found words. */
function densest(found: readonly Span[], most: number): Highlight | undefined {
  let best: (Highlight & { words: number; count: number }) | undefined;
  const counts = new Map<string, number>();
  let first = 0;
  for (const [last, { found: word, end }] of found.entries()) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    while (first < last && end - (found[first] as Span).start > most) {
      const left = (found[first++] as Span).found;
      const others = (counts.get(left) ?? 0) - 1;
      if (others === 0) counts.delete(left);
      else counts.set(left, others);
    }
    const { start } = found[first] as Span;
    const [words, count] = [counts.size, last - first + 1];
    if (best !== undefined && (words < best.words || (words === best.words && count <= best.count))) continue;
    best = { start, end: Math.min(end, start + most), words, count };
  }
  return best;
}

/** Returns the index of the first span whose start, or end, is at a unit or after it. */
function firstFrom(spans: readonly Span[], unit: number, side: "start" | "end" = "start"): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span)[side] < unit) low = middle + 1;
    else high = middle;
  }
  return low;
}
