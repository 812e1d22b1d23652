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

/** A parsed query. */
export interface SearchQuery {
  terms: readonly QueryTerm[];
  /** Words that must follow each other in a text. */
  phrases: readonly (readonly QueryWord[])[];
  /** Words and phrases that a result must not contain. */
  excluded: readonly (readonly QueryWord[])[];
}

/** Maximum length of a query in characters. */
export const longestQuery = 1000;
/** Maximum number of words of a query. */
export const mostWords = 64;

const quotes = /["“”„]/;
const space = /\s/;

/**
 * Parses a query: words, `"phrases in quotes"`, and `-word` or `-"a phrase"` to exclude. The last word is a prefix, unless a space or a
 * quote follows. A quote without its pair is ignored.
 *
 * @throws {InvalidSearchQueryError} if the query is longer than 1,000 characters, has more than 64 words, or has no word to find
 */
export function parseQuery(text: string): SearchQuery {
  if (text.length > longestQuery) {
    throw new InvalidSearchQueryError(`must be at most ${longestQuery} characters long`);
  }
  const typed = withoutFormat(text);
  const query = { terms: [] as QueryTerm[], phrases: [] as QueryWord[][], excluded: [] as QueryWord[][] };
  let words = 0;
  for (const part of partsOf(typed)) {
    const found = wordsIn(part.text);
    words += found.length;
    if (words > mostWords) throw new InvalidSearchQueryError(`must have at most ${mostWords} words`);
    if (found.length === 0) continue;
    if (part.isExcluded) query.excluded.push(found);
    else if (part.isPhrase && found.length > 1) query.phrases.push(found);
    else query.terms.push(...termsOf(found, part, typed));
  }
  if (query.terms.length + query.phrases.length > 0) return query;
  throw new InvalidSearchQueryError("must contain a word or a phrase to find");
}

/** A part of a query, which is a phrase, an excluded word or phrase, or plain text. */
interface QueryPart {
  text: string;
  end: number;
  isPhrase: boolean;
  isExcluded: boolean;
}

function* partsOf(text: string): Generator<QueryPart> {
  let at = 0;
  while (at < text.length) {
    if (space.test(text[at] ?? "")) {
      at++;
      continue;
    }
    const isExcluded = text[at] === "-" && (at === 0 || space.test(text[at - 1] ?? ""));
    const start = isExcluded ? at + 1 : at;
    const closing = quotes.test(text[start] ?? "") ? findQuote(text, start + 1) : -1;
    if (closing !== -1) {
      yield { text: text.slice(start + 1, closing), end: closing, isPhrase: true, isExcluded };
      at = closing + 1;
      continue;
    }
    const end = endOfPart(text, start + 1);
    yield { text: text.slice(start, end), end, isPhrase: false, isExcluded };
    at = end;
  }
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

function wordsIn(text: string): QueryWord[] {
  const words: QueryWord[] = [];
  forEachWord(text, (written) => {
    const folded = foldWord(written);
    if (folded !== "") words.push({ written, folded });
  });
  return words;
}

function termsOf(words: readonly QueryWord[], { end, isPhrase }: QueryPart, text: string): QueryTerm[] {
  const isLast = !isPhrase && end === text.length;
  return words.map((word, index) => ({ ...word, isPrefix: isLast && index === words.length - 1 }));
}
