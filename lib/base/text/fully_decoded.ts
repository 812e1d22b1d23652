/**
 * Decodes visible ASCII in a percent-encoded text until nothing is left to decode: `%70`, `%2570` and `%2%35%37%30` all become `p`. Takes
 * linear time, regardless of how many times the text was encoded.
 */
export function fullyDecoded(text: string): string {
  if (!text.includes("%")) return text;
  const decoded: string[] = [];
  for (const character of text) {
    decoded.push(character);
    // The decoded character may complete a different escape.
    for (let found = escapeAtEnd(decoded); found !== undefined; found = escapeAtEnd(decoded)) {
      decoded.length -= 3;
      decoded.push(found);
    }
  }
  return decoded.join("");
}

/** Decodes an escape at the end of a text, if it stands for visible ASCII. */
function escapeAtEnd(characters: readonly string[]): string | undefined {
  const { length } = characters;
  if (characters[length - 3] !== "%") return undefined;
  const digits = `${characters[length - 2]}${characters[length - 1]}`;
  const code = /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}
