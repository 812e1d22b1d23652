const words = /[\p{L}\p{M}]{4,}/gu;

/**
 * Changes a random character of a random word of at least 4 letters. It is left out, doubled, replaced or swapped with the next. Returns
 * undefined if the text has no such word. In scripts without spaces, a word is a run of letters.
 *
 * @param letters the letters that replace others
 */
export function makeTypo(
  text: string,
  letters: readonly string[],
  random: (limit: number) => number,
): string | undefined {
  const found = [...text.matchAll(words)];
  const word = found[random(found.length)];
  if (word === undefined) return undefined;
  const characters = Array.from(word[0]);
  const at = random(characters.length);
  const character = characters[at] ?? "";
  const next = characters[at + 1] ?? "";
  const replacement = letters[random(letters.length)] ?? "";
  const changes = [
    () => characters.splice(at, 1),
    () => characters.splice(at, 0, character),
    () => characters.splice(at, 1, replacement),
    () => characters.splice(at, 2, next, character),
  ];
  changes[random(changes.length)]?.();
  return text.slice(0, word.index) + characters.join("") + text.slice(word.index + word[0].length);
}
