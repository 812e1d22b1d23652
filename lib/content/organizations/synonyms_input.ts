import * as v from "valibot";
import { foldText } from "../../base/text/fold_text.ts";
import { nameInput } from "../../base/text/name.ts";

/** Maximum number of groups, of members of a group, and of words of a member. Maximum characters of a member, and of all members. */
const most = { groups: 200, members: 20, words: 3, characters: 100, inAll: 20_000 };
const hasLetter = /[\p{L}\p{N}]/u;
/** Searches ignore quotes in a text, and a line break would end the group in a form. */
const quotesAndSpaces = /["“”„\s]+/gu;

const word = v.pipe(
  nameInput(most.characters),
  v.transform((text) => text.replaceAll(quotesAndSpaces, " ").trim()),
  v.check((text) => hasLetter.test(text), "must contain a letter or a digit"),
  // A line of the dashboard and the CLI separates the members of a group by commas.
  v.check((text) => !text.includes(","), "must not contain a comma"),
  v.check(
    (text) => text.split(" ").length <= most.words,
    `must be a word or a phrase of at most ${most.words} words`,
  ),
);
const sizeRule = `must have 2 to ${most.members} words or phrases`;
const group = v.pipe(
  v.array(word, "must be an array of words and phrases"),
  v.minLength(2, sizeRule),
  v.maxLength(most.members, sizeRule),
  v.check(
    (words) => new Set(words.map(foldText)).size === words.length,
    "must not have a word twice, also not with other accents or capital letters",
  ),
);

/** Validates the groups of words and phrases that mean the same. */
export const synonymsInput: v.GenericSchema<string[][]> = v.pipe(
  v.array(group, "must be an array of groups"),
  v.maxLength(most.groups, `must have at most ${most.groups} groups`),
  v.check(
    (groups) => groups.flat().reduce((sum, { length }) => sum + length, 0) <= most.inAll,
    `must have at most ${most.inAll} characters in all`,
  ),
);

/** Reads groups from a text with a group per line, whose words are separated by commas. */
export function parseSynonyms(text: string): string[][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.map((line) =>
    line
      .split(",")
      .map((member) => member.trim())
      .filter((member) => member !== ""),
  );
}
