import { indexesWithoutFormat, withoutFormat } from "../../base/text/format_characters.ts";
import { firstUnspaced, segmentWords, unspacedRuns } from "../../base/text/segment_words.ts";

/** A run of letters and digits with their marks. Joiners are part of words in Persian and Indic scripts. */
const wordRuns = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u200c\u200d]*/gu;

/**
 * Calls `visit` with each word of a text, its start and its end in UTF-16 units. `Intl.Segmenter` finds the words of scripts without spaces
 * between words. In other scripts, a word is a run of letters and digits, so "l'heure" and "node.js" are two words each. A word has no Format
 * characters, but the part of the text may have them.
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
    if (!mayBeUnspaced(run)) visit(run, index, index + run.length);
    else visitUnspaced(run, (start, end) => visit(run.slice(start, end), index + start, index + end));
  }
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
