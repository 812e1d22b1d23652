/**
 * Character class of the scripts without spaces between words, with their marks and full-width punctuation.
 * Characters listed by code point belong to several scripts, or to no script.
 */
export const unspaced: string = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\u3001-\u303f\u3099-\u309c\u30fb\u30fc\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uff70\uff9e\uff9f`;

/** First code unit of the scripts without spaces between words, Thai. */
export const firstUnspaced = 0x0e00;

/**
 * Runs of the scripts without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese and Tibetan. A variation selector
 * (U+FE00, U+E0100) belongs to the character before it. A longer run is several, because V8's stack grows with the length of a match.
 */
export const unspacedRuns: RegExp = new RegExp(
  String.raw`[${unspaced}][${unspaced}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{0,65534}`,
  "gu",
);

/** Number of characters that are segmented together, because V8 copies them for each segment. Longer words count more than once. */
const longestPiece = 400;

/** Number of segments at the end of a piece that are segmented again, because the following text can change them. */
const overlap = 8;

/** Created on the first use, because creating it takes as long as segmenting a sentence. */
let segmenter: Intl.Segmenter | undefined;

/** Calls `visit` with the start and end of each word that `Intl.Segmenter` finds in a text. */
export function segmentWords(text: string, visit: (start: number, end: number) => void): void {
  // The segmenter's dictionary depends on the script, so any locale works.
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  for (let start = 0; start < text.length;) {
    const segments = [...segmenter.segment(text.slice(start, start + longestPiece))];
    const isLast = start + longestPiece >= text.length;
    const length = (isLast ? undefined : segments.at(-overlap)?.index) || longestPiece;
    for (const { index, isWordLike, segment } of segments) {
      if (index < length && isWordLike === true) visit(start + index, start + index + segment.length);
    }
    start += length;
  }
}
