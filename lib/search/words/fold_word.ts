import { foldText } from "../../base/text/fold_text.ts";
import { cutText } from "../../base/text/well_formed.ts";

/** Maximum characters of a word that are compared. */
const longestWord = 64;

/** Returns the form of a word that searches compare: without case, accents and width. The first 64 characters count. */
export function foldWord(word: string): string {
  return foldText(cutText(word, longestWord));
}
