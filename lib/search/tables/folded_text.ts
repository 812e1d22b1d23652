import type { Field } from "../index/postings.ts";

/** Ends the passages that lists show to every reader. */
const endOfLists = "\f";
const betweenPassages = "\n\n";

/** A text of a passage: a title, a heading, a tag or a paragraph, as folded words. */
export interface FoldedLine {
  field: Field;
  words: readonly string[];
}

/**
 * Writes the words of the passages of a result. A passage has a line for each of its texts: the number of the field, and each word between
 * spaces.
 */
export function writeFolded(
  passages: readonly { isInLists: boolean; lines: readonly FoldedLine[] }[],
): string {
  const textOf = (isInLists: boolean): string =>
    passages
      .filter((passage) => passage.isInLists === isInLists)
      .map(({ lines }) => lines.map(writeLine).join("\n"))
      .join(betweenPassages);
  return textOf(true) + endOfLists + textOf(false);
}

function writeLine({ field, words }: FoldedLine): string {
  return `${field}${phraseText(words)}`;
}

/** Reads the lines of the passages of a result. */
export function readFolded(folded: string, passages: readonly { isInLists: boolean }[]): FoldedLine[][] {
  const [inLists = [], others = []] = folded.split(endOfLists).map((part) => part.split(betweenPassages));
  let listed = 0;
  let other = 0;
  return passages.map(({ isInLists }) => readLines((isInLists ? inLists[listed++] : others[other++]) ?? ""));
}

/** Reads the lines of a passage. */
export function readLines(text: string): FoldedLine[] {
  if (text === "") return [];
  return text.split("\n").map((line) => ({
    field: Number(line[0]) as Field,
    words: line.slice(2, -1).split(" "),
  }));
}

/** Returns the text of words that follow each other, as a line has them. */
export function phraseText(words: readonly string[]): string {
  return ` ${words.join(" ")} `;
}

/** Returns the number of places at which the words of a phrase follow each other in a line. */
export function countPhrase({ words }: FoldedLine, phrase: readonly string[]): number {
  let found = 0;
  for (
    let start = words.indexOf(phrase[0] ?? "");
    start >= 0;
    start = words.indexOf(phrase[0] ?? "", start + 1)
  ) {
    if (phrase.every((word, at) => words[start + at] === word)) found++;
  }
  return found;
}
