/**
 * Marks that comparisons ignore: Latin, Greek and Cyrillic accents, Hebrew and Arabic vowel points, tatweel, joiners and variation selectors.
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
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ȷ: "j",
  ς: "σ",
};
const strokes = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

// oxlint-disable-next-line no-control-regex -- ASCII includes control characters
const ascii = /^[\0-\x7f]*$/;

/** The dot above of a letter that has its own dot. The lower case of `İ` is such a letter. */
const secondDot = /(\p{Soft_Dotted}\p{M}*?)\u0307/gu;

/** Returns a text in lower case and in Unicode form NFKC. `İ` becomes `i`, and accents stay. */
export function lowerText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize("NFKC").toLowerCase().replace(secondDot, "$1").normalize("NFKC");
}

/** Returns the form of a text for comparisons that ignore case, accents and width. It does not depend on the locale or on ICU. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(ignoredMarks, "")
    .normalize("NFKC")
    .replace(strokes, (letter) => plainLetters[letter] ?? letter);
}

/** Compares names for a sorted list: by {@link foldText}, then by the names themselves. */
export function compareNames(one: string, other: string): number {
  return compareTexts(foldText(one), foldText(other)) || compareTexts(one, other);
}

/** Compares texts by code units. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
