/**
 * Decodes the visible ASCII in a percent-encoded text until none is left encoded: `%70`, `%2570` and `%2%35%37%30` are all `p`. Takes time in
 * proportion to the text's length, however often it was encoded.
 */
export function fullyDecoded(text: string): string {
  if (!text.includes("%")) return text;
  const decoded: string[] = [];
  for (const character of text) {
    decoded.push(character);
    // The decoded character can be the last of another escape.
    for (let found = escapeAtEnd(decoded); found !== undefined; found = escapeAtEnd(decoded)) {
      decoded.length -= 3;
      decoded.push(found);
    }
  }
  return decoded.join("");
}

/** The character that an escape at the end of a text stands for, where it is visible ASCII. */
function escapeAtEnd(characters: readonly string[]): string | undefined {
  const { length } = characters;
  if (characters[length - 3] !== "%") return undefined;
  const digits = `${characters[length - 2]}${characters[length - 1]}`;
  const code = /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}
