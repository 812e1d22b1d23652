/** A writing system. If several languages share it, `language` is a phrase and `tag` is an example. */
export interface Script {
  /** ISO 15924 code. */
  code: string;
  /** Completes "the text is mostly ...". */
  language: string;
  /** BCP 47 tag of a language that uses it. */
  tag: string;
  isShared: boolean;
}

const own = (code: string, language: string, tag: string): Script => ({
  code,
  language,
  tag,
  isShared: false,
});

const shared = (code: string, name: string, tag: string): Script => ({
  code,
  language: `in the ${name} script`,
  tag,
  isShared: true,
});

export const latin: Script = shared("Latn", "Latin", "en");
const chinese = own("Hani", "Chinese", "zh");
const japanese = own("Jpan", "Japanese", "ja");

const alphabets: readonly Script[] = [
  own("Hang", "Korean", "ko"),
  shared("Cyrl", "Cyrillic", "ru"),
  shared("Arab", "Arabic", "ar"),
  shared("Hebr", "Hebrew", "he"),
  shared("Deva", "Devanagari", "hi"),
  shared("Beng", "Bengali", "bn"),
  shared("Ethi", "Ethiopic", "am"),
  own("Grek", "Greek", "el"),
  own("Armn", "Armenian", "hy"),
  own("Geor", "Georgian", "ka"),
  own("Guru", "Punjabi", "pa"),
  own("Gujr", "Gujarati", "gu"),
  own("Orya", "Odia", "or"),
  own("Taml", "Tamil", "ta"),
  own("Telu", "Telugu", "te"),
  own("Knda", "Kannada", "kn"),
  own("Mlym", "Malayalam", "ml"),
  own("Sinh", "Sinhala", "si"),
  own("Thai", "Thai", "th"),
  own("Laoo", "Lao", "lo"),
  own("Khmr", "Khmer", "km"),
  own("Mymr", "Burmese", "my"),
  own("Tibt", "Tibetan", "bo"),
];

/** All scripts that are recognized. */
export const scripts: readonly Script[] = [latin, chinese, japanese, ...alphabets];

const patterns: ReadonlyMap<Script, RegExp> = new Map(
  alphabets.map((script) => [script, new RegExp(String.raw`\p{sc=${script.code}}+`, "gu")]),
);

/** Weights of characters. A Han character, a kana or a Hangul syllable counts as two letters. */
const weights: Readonly<Record<string, number>> = { Hani: 2, Jpan: 2, Hang: 2 };

/** Minimum share of kana in a Japanese text. Ordinary text has about a half. */
const leastKana = 0.1;

/** Minimum number of letters for a result. */
const fewestLetters = 50;

/**
 * Returns the share of each script that occurs in the letters of a text. The map is empty if the text is too short.
 */
export function scriptShares(text: string): ReadonlyMap<Script, number> {
  const letters = text.replace(/\P{L}+/gu, "");
  const nonLatin = letters.replace(/\p{sc=Latn}+/gu, "");
  const counts = new Map([[latin, letters.length - nonLatin.length]]);
  if (nonLatin !== "") countNonLatin(nonLatin, counts);
  for (const [script, count] of counts) counts.set(script, count * (weights[script.code] ?? 1));
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  if (sum < fewestLetters) return new Map();
  return new Map([...counts].flatMap(([script, count]) => (count === 0 ? [] : [[script, count / sum]])));
}

function countNonLatin(letters: string, counts: Map<Script, number>): void {
  const kana = countOf(letters, /[\p{sc=Hira}\p{sc=Kana}]+/gu);
  const withHan = kana + countOf(letters, /\p{sc=Han}+/gu);
  counts.set(kana < withHan * leastKana ? chinese : japanese, withHan);
  for (const [script, pattern] of patterns) counts.set(script, countOf(letters, pattern));
}

function countOf(letters: string, pattern: RegExp): number {
  return letters.length - letters.replace(pattern, "").length;
}
