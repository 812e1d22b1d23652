/** Format characters that are seen, such as the Arabic number sign, and those that change letters and emoji: U+200C, U+200D and tags. */
const spared = String.raw`\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u200c\u200d\u{e0020}-\u{e007f}`;

/** Tag characters, except in the flag of a region, such as England. */
const tags = String.raw`[\u{e0020}-\u{e007f}](?<![\u{1f3f4}\u{e0020}-\u{e007e}].)[\u{e0020}-\u{e007f}]*`;

/**
 * Characters that neither are letters nor end a word: Word_Break=Format of UAX 29, such as the soft hyphen, direction marks, U+2060 and
 * U+FEFF. U+200B is not among them, because it separates words.
 */
const inWords = new RegExp(String.raw`[^\P{Cf}${spared}\u200b]+|${tags}`, "gu");
/** The same with characters without a form of their own, such as U+200B, and U+FE0F, which chooses the form of an emoji. */
const ignored = new RegExp(String.raw`[^\P{DI}${spared}]|[^\P{Cf}${spared}]|${tags}`, "gu");

/** Removes Format characters from a text whose words are searched or counted. U+200B stays, because it separates words. */
export function withoutFormat(text: string): string {
  return text.replace(inWords, "");
}

/** Returns the index in a text of each UTF-16 unit of the text that {@link withoutFormat} returns. */
export function indexesWithoutFormat(text: string): number[] {
  const indexes: number[] = [];
  let start = 0;
  const addUpTo = (end: number): void => {
    for (let at = start; at < end; at++) indexes.push(at);
  };
  for (const { 0: found, index } of text.matchAll(inWords)) {
    addUpTo(index);
    start = index + found.length;
  }
  addUpTo(text.length);
  return indexes;
}

/** Removes Format characters and U+200B, as from names. */
export function withoutInvisible(text: string): string {
  return withoutFormat(text).replaceAll("\u200b", "");
}

/** Returns the form of a text in which it is compared: without Format characters, U+200B and variation selectors. */
export function comparedText(text: string): string {
  return text.replace(ignored, "");
}
