import { foldWord } from "../words/fold_word.ts";
import { forEachWord } from "../words/for_each_word.ts";

/** Number of characters of a name in which its first word is looked for. */
const mostRead = 80;

/** Words with which a name begins if it begins as a query does. */
export interface QueryBeginning {
  /** Folded forms of the first word of the query. */
  forms: ReadonlySet<string>;
  /** The beginning of the first word, if it is typed in part. */
  prefix: string | undefined;
}

/**
 * Scores a name that has all words of a query. Names that begin as the query does come first, then shorter ones. Further letters of the query
 * do not change the order, so a suggestion does not come back after it has vanished.
 */
export function scoreSuggestion(name: string, { forms, prefix }: QueryBeginning): number {
  let first: string | undefined;
  forEachWord(name.slice(0, mostRead), (word) => (first ??= foldWord(word)));
  const begins = first !== undefined && (forms.has(first) || (prefix !== undefined && first.startsWith(prefix)));
  return (begins ? 1 : 0) + 1 / (1 + name.length);
}
