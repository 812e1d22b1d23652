import { withoutFormat } from "../base/text/format_characters.ts";
import { foldWord } from "./words/fold_word.ts";
import { forEachWord } from "./words/for_each_word.ts";
import { InvalidSearchQueryError } from "./invalid_search_query_error.ts";

export interface QueryWord {
  /** As typed. */
  written: string;
  folded: string;
}

/** A word to find. */
export interface QueryTerm extends QueryWord {
  /** True if words that begin with it match, too. */
  isPrefix: boolean;
}

/** A word or a phrase that a result must not contain. */
export interface Exclusion {
  /** As typed, without the hyphen and the quotes. */
  written: string;
  words: readonly QueryWord[];
}

/** A parsed query. It finds nothing if it has no terms and no phrases. */
export interface SearchQuery {
  /** As typed, without Format characters and spaces around it. */
  typed: string;
  /** The words and phrases to find as typed, without exclusions and signs around them. */
  wanted: string;
  terms: readonly QueryTerm[];
  /** Words that must follow each other in a text. */
  phrases: readonly (readonly QueryWord[])[];
  /** Words that are typed together, such as those of `json_each` and `v2.10`. They need not follow each other in a text. */
  identifiers: readonly (readonly QueryWord[])[];
  excluded: readonly Exclusion[];
}

/** Maximum length of a query in characters. */
export const longestQuery = 1000;
/** Maximum number of words of a query. */
export const mostWords = 64;

const quotes = /["“”„]/;
const space = /\s/;
/** A text that a hyphen can exclude. Options such as `--all` and numbers below zero are words to find. */
const excludable = /^\p{L}/u;
const letter = /\p{L}/gu;
/** A name such as `C++` is no beginning of a longer word. */
const endsWithSign = /[+#]$/;
/** Least number of letters of a word that a hyphen excludes. Shorter ones are often options, as in `ls -la`. */
const leastExcluded = 3;

/**
 * Parses a query: words, `"phrases in quotes"`, and `-"a phrase"` to exclude. `-word` excludes a word of three letters or more, if only
 * exclusions follow. Otherwise, the hyphen is part of a pasted text. The last word is a prefix, unless a space or a quote follows. A quote
 * without its pair is ignored.
 *
 * @throws {InvalidSearchQueryError} if the query is blank, longer than 1,000 characters, or has more than 64 words
 */
export function parseQuery(text: string): SearchQuery {
  if (text.length > longestQuery) {
    throw new InvalidSearchQueryError(`must be at most ${longestQuery} characters long`);
  }
  const typed = withoutFormat(text);
  if (typed.trim() === "") throw new InvalidSearchQueryError("must not be blank");
  const parts = [...partsOf(typed)].filter(({ words }) => words.length > 0);
  if (parts.reduce((sum, { words }) => sum + words.length, 0) > mostWords) {
    throw new InvalidSearchQueryError(`must have at most ${mostWords} words`);
  }
  const last = parts.findLastIndex(({ excludes }) => excludes === "never");
  const isExcluded = ({ excludes }: QueryPart, at: number): boolean =>
    excludes === "always" || (excludes === "at the end" && at > last);
  const query = {
    typed: typed.trim(),
    wanted: parts
      .filter((part, at) => !isExcluded(part, at))
      .map(({ words, written }) => written.slice(words[0]?.start, words.at(-1)?.end))
      .join(" "),
    terms: [] as QueryTerm[],
    phrases: [] as QueryWord[][],
    identifiers: [] as QueryWord[][],
    excluded: [] as Exclusion[],
  };
  for (const [at, part] of parts.entries()) {
    const { words, written, isPhrase } = part;
    if (isExcluded(part, at)) {
      query.excluded.push({ written, words });
    } else if (isPhrase && words.length > 1) query.phrases.push(words);
    else {
      query.terms.push(...termsOf(part, typed));
      query.identifiers.push(...identifiersIn(words));
    }
  }
  return query;
}

/** True if a query has no word or phrase to find, so that it finds nothing. */
export function isEmptyQuery({ terms, phrases }: SearchQuery): boolean {
  return terms.length + phrases.length === 0;
}

/** A word with its place in its part. */
interface PlacedWord extends QueryWord {
  start: number;
  end: number;
}

/** A phrase or a run of characters without spaces. */
interface QueryPart {
  /** Without the hyphen and the quotes. */
  written: string;
  words: PlacedWord[];
  end: number;
  isPhrase: boolean;
  excludes: "always" | "at the end" | "never";
}

function* partsOf(text: string): Generator<QueryPart> {
  let at = 0;
  while (at < text.length) {
    if (space.test(text[at] ?? "")) {
      at++;
      continue;
    }
    const hasHyphen = text[at] === "-" && (at === 0 || space.test(text[at - 1] ?? ""));
    const start = hasHyphen ? at + 1 : at;
    const closing = quotes.test(text[start] ?? "") ? findQuote(text, start + 1) : -1;
    const isPhrase = closing !== -1;
    const end = isPhrase ? closing : endOfPart(text, start + 1);
    const written = text.slice(isPhrase ? start + 1 : start, end);
    const words = wordsIn(written);
    yield { written, words, end, isPhrase, excludes: hasHyphen ? excludedBy(written, isPhrase) : "never" };
    at = isPhrase ? end + 1 : end;
  }
}

/** Returns where in a query a hyphen before a text excludes it. */
function excludedBy(written: string, isPhrase: boolean): QueryPart["excludes"] {
  if (isPhrase) return "always";
  const isWord = excludable.test(written) && (written.match(letter)?.length ?? 0) >= leastExcluded;
  return isWord ? "at the end" : "never";
}

function findQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (quotes.test(text[at] ?? "")) return at;
  return -1;
}

/** Returns the end of the characters up to the next space or quote. */
function endOfPart(text: string, from: number): number {
  let at = from;
  while (at < text.length && !space.test(text[at] ?? "") && !quotes.test(text[at] ?? "")) at++;
  return at;
}

function wordsIn(text: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  forEachWord(text, (written, start, end) => {
    const folded = foldWord(written);
    if (folded !== "") words.push({ written, folded, start, end });
  });
  return words;
}

/** Returns the runs of words with a sign between them. Words of a script without spaces have none. */
function identifiersIn(words: readonly PlacedWord[]): QueryWord[][] {
  const runs: PlacedWord[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    if (run !== undefined && (run.at(-1)?.end ?? 0) < word.start) run.push(word);
    else runs.push([word]);
  }
  return runs.filter(({ length }) => length > 1);
}

function termsOf({ words, end, isPhrase }: QueryPart, text: string): QueryTerm[] {
  const isLast = !isPhrase && end === text.length;
  const isPrefix = ({ written }: QueryWord, index: number): boolean =>
    isLast && index === words.length - 1 && !endsWithSign.test(written);
  return words.map((word, index) => ({ ...word, isPrefix: isPrefix(word, index) }));
}
