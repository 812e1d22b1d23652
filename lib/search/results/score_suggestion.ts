import { foldText } from "../../base/text/fold_text.ts";

/** Number of units at the beginning of a query and a name that are compared. Fewer letters complete no words. */
const compared = 2;
/** Number of units of a name that are read for them. */
const mostRead = 16;
const beforeWord = /^[^\p{L}\p{N}]+/u;

/**
 * Scores a name that has all words of a query. Names whose first letters are those of the query come first, then shorter ones. Further letters
 * of the query do not change the order, so a suggestion does not come back after it has vanished.
 */
export function scoreSuggestion(name: string, query: string): number {
  return (beginningOf(name) === beginningOf(query) ? 1 : 0) + 1 / (1 + name.length);
}

function beginningOf(text: string): string {
  return foldText(text.slice(0, mostRead).replace(beforeWord, "")).slice(0, compared);
}
