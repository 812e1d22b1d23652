import type { MarkdownIt, StateInline } from "markdown-it";
import { firstUnspaced, unspaced } from "../../../base/text/segment_words.ts";

const characters = String.raw`${unspaced}\p{sc=Hang}\p{sc=Bopo}\p{sc=Yiii}\u2e80-\u2fff\u3200-\u33ff\ufe30-\ufe4f\uff00-\uffef`;
const endsUnspaced = new RegExp(String.raw`[${characters}][\ufe00-\ufe0e\u{e0100}-\u{e01ef}]?$`, "u");
const startsUnspaced = new RegExp(`^[${characters}]`, "u");

/** Longest end of a text that {@link endsUnspaced} reads, in UTF-16 units: two surrogate pairs. */
const longestEnd = 4;

/**
 * Lets emphasis begin and end beside letters and punctuation of scripts that write no spaces there, as in `**「これ」**は` and
 * `**한국어(Korean)**은`. CommonMark needs a space between the punctuation and the letter.
 */
export function addUnspacedEmphasis(parser: MarkdownIt): void {
  parser.inline.State = class extends parser.inline.State {
    override scanDelims(start: number, canSplitWord: boolean): ReturnType<StateInline["scanDelims"]> {
      const scanned = super.scanDelims(start, canSplitWord);
      if (!canSplitWord || (scanned.can_open && scanned.can_close)) return scanned;
      const end = start + scanned.length;
      if (!mayBeUnspaced(this.src, start - 1) && !mayBeUnspaced(this.src, end)) return scanned;
      const before = this.src.slice(Math.max(0, start - longestEnd), start);
      const after = this.src.slice(end, Math.min(end + 2, this.posMax));
      const isInText = /\S$/.test(before) && /^\S/.test(after);
      if (!isInText || !(endsUnspaced.test(before) || startsUnspaced.test(after))) return scanned;
      return { ...scanned, can_open: true, can_close: true };
    }
  };
}

function mayBeUnspaced(text: string, at: number): boolean {
  return text.charCodeAt(at) >= firstUnspaced;
}
