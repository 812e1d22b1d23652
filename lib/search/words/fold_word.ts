/**
 * Marks that searches ignore: Latin, Greek and Cyrillic accents, Hebrew and Arabic vowel points, tatweel, joiners and variation selectors.
 */
const ignoredMarks =
  /(?:[\ufe00-\ufe0f\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u17b4\u17b5\u180b-\u180d\u180f\u200c\u200d]|\udb40[\udd00-\uddef])+/g;

/** Letters with a stroke or a ligature. Unicode does not decompose them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ς: "σ",
};
const strokes = /[ßæœøłđðþħıς]/g;

// oxlint-disable-next-line no-control-regex -- ASCII includes control characters
const ascii = /^[\0-\x7f]*$/;

/** Maximum characters of a word that are compared. */
const longestWord = 64;

/** Returns the form of a word that searches compare: without case, accents and width. The first 64 characters count. */
export function foldWord(word: string): string {
  const lower = (word.length > longestWord ? beginningOf(word) : word).toLowerCase();
  if (ascii.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replace(ignoredMarks, "")
    .normalize("NFKC")
    .replace(strokes, (letter) => plainLetters[letter] ?? letter);
}

/** Returns the first 64 code units, without half of a surrogate pair at the end. A half cannot be saved as UTF-8. */
function beginningOf(word: string): string {
  return word.slice(0, longestWord).replace(/[\ud800-\udbff]$/, "");
}
