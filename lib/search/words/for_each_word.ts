import { indexesWithoutFormat, withoutFormat } from "../../base/text/format_characters.ts";
import { firstUnspaced, segmentWords, unspacedRuns } from "../../base/text/segment_words.ts";

/** A run of letters and digits with their marks. Joiners are part of words in Persian and Indic scripts. */
const wordRuns = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u200c\u200d]*/gu;

/** Signs that belong to a name: `C++`, `Notepad++`. The number sign belongs only to a letter, as in `C#`, because it also marks links to headings. */
const signs = { "+": /\+\+(?![\p{L}\p{N}+])/uy, "#": /#(?![\p{L}\p{N}#])/uy } as const;

/** The point of a name such as `.env` or `.NET`: it follows a space or an opening sign, and precedes letters. */
const point = /(?<![^\s"'`([{<«„“‘=:,])\.(?=\p{L})/uy;

/**
 * Calls `visit` with each word of a text, its start and its end in UTF-16 units. `Intl.Segmenter` finds the words of scripts without spaces
 * between words. In other scripts, a word is a run of letters and digits, so "l'heure" and "node.js" are two words each. `C++` is
 * two words, too: `C`, and at its signs `C++`, so that it is found beside `C`, but above it. So is `.env`: at its point `.env`, and `env`. A word has no Format characters, but the part of
 * the text may have them.
 */
export function forEachWord(text: string, visit: (word: string, start: number, end: number) => void): void {
  const plain = withoutFormat(text);
  if (plain.length === text.length) return visitWords(text, visit);
  const indexes = indexesWithoutFormat(text);
  const indexOf = (at: number): number => indexes[at] ?? text.length;
  visitWords(plain, (word, start, end) => visit(word, indexOf(start), indexOf(end - 1) + 1));
}

function visitWords(text: string, visit: (word: string, start: number, end: number) => void): void {
  for (const { 0: run, index } of text.matchAll(wordRuns)) {
    if (!mayBeUnspaced(run)) {
      const end = index + run.length;
      if (hasPoint(text, index)) visit(`.${run}`, index - 1, index);
      visit(run, index, end);
      const length = lengthOfSigns(text, end, run);
      if (length > 0) visit(text.slice(index, end + length), end, end + length);
    } else visitUnspaced(run, (start, end) => visit(run.slice(start, end), index + start, index + end));
  }
}

/** True if the run at an index is a name with a point before it. */
function hasPoint(text: string, index: number): boolean {
  if (text[index - 1] !== ".") return false;
  point.lastIndex = index - 1;
  return point.test(text);
}

/** Returns the number of signs after a run that belong to it. */
function lengthOfSigns(text: string, end: number, run: string): number {
  const first = text[end];
  if (first !== "+" && (first !== "#" || run.length > 1)) return 0;
  const pattern = signs[first];
  pattern.lastIndex = end;
  return pattern.test(text) ? pattern.lastIndex - end : 0;
}

/** Visits the words of a run that may mix scripts, such as `iPhone東京`. */
function visitUnspaced(run: string, visit: (start: number, end: number) => void): void {
  let last = 0;
  for (const { 0: unspaced, index } of run.matchAll(unspacedRuns)) {
    if (index > last) visit(last, index);
    segmentWords(unspaced, (start, end) => visit(index + start, index + end));
    last = index + unspaced.length;
  }
  if (last < run.length) visit(last, run.length);
}

function mayBeUnspaced(run: string): boolean {
  for (let at = 0; at < run.length; at++) if (run.charCodeAt(at) >= firstUnspaced) return true;
  return false;
}
