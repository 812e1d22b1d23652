/** The question marks of a language in addition to `?`. */
export interface LanguageMarks {
  /** Marks that end a question. */
  readonly final: readonly string[];
  /** Marks inside a word of the question. */
  readonly inner: readonly string[];
}

const NONE: LanguageMarks = { final: [], inner: [] };
const FULL_WIDTH: LanguageMarks = { final: ["\uff1f"], inner: [] };
const ARABIC: LanguageMarks = { final: ["\u061f"], inner: [] };

/**
 * Question marks by primary language subtag. The Greek mark U+037E is canonically equivalent to the semicolon, which
 * keyboards and normalization produce. The Armenian mark is written over the stressed vowel of the interrogative word.
 *
 * Source: The Unicode Standard, 6.2 "General Punctuation" and 7.6 "Armenian"; W3C "Requirements for Chinese Text Layout".
 */
const MARKS: ReadonlyMap<string, LanguageMarks> = new Map([
  ["ja", FULL_WIDTH],
  ["zh", FULL_WIDTH],
  ["ko", FULL_WIDTH],
  ["ar", ARABIC],
  ["fa", ARABIC],
  ["ur", ARABIC],
  ["el", { final: ["\u037e", ";"], inner: [] }],
  ["hy", { final: ["\u055e"], inner: ["\u055e"] }],
]);

/** Returns the marks of a BCP 47 tag's language. Ignores script and region. */
export function languageMarks(tag: string | undefined): LanguageMarks {
  if (tag === undefined) return NONE;
  const [primary = ""] = tag.toLowerCase().split("-", 1);
  return MARKS.get(primary) ?? NONE;
}
