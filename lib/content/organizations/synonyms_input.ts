import * as v from "valibot";
import { foldText } from "../../base/text/fold_text.ts";
import { nameInput } from "../../base/text/name.ts";

/** Maximum number of groups of synonyms, of words in a group, and of characters of a word or a phrase. */
const most = { groups: 200, words: 20, characters: 100 };
const hasLetter = /[\p{L}\p{N}]/u;

const word = v.pipe(
  nameInput(most.characters),
  v.check((text) => hasLetter.test(text), "must contain a letter or a digit"),
);
const sizeRule = `must have 2 to ${most.words} words or phrases`;
const group = v.pipe(
  v.array(word, "must be an array of words and phrases"),
  v.minLength(2, sizeRule),
  v.maxLength(most.words, sizeRule),
  v.check(
    (words) => new Set(words.map(foldText)).size === words.length,
    "must not have a word twice, also not with other accents or capital letters",
  ),
);

/** Validates the groups of words and phrases that mean the same. */
export const synonymsInput: v.GenericSchema<string[][]> = v.pipe(
  v.array(group, "must be an array of groups"),
  v.maxLength(most.groups, `must have at most ${most.groups} groups`),
);

/** Reads groups from a text with a group per line, whose words are separated by commas. */
export function parseSynonyms(text: string): string[][] {
  const groups = text.split(/\r?\n/).map((line) => line.split(",").map((one) => one.trim()));
  return groups.map((words) => words.filter((one) => one !== "")).filter(({ length }) => length > 0);
}
