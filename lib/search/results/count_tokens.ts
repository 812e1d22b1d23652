/** Returns an estimate of the tokens of a language model for a text: 4 ASCII characters, or 1 other character, are a token. */
export function countTokens(text: string): number {
  let ascii = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x80) ascii++;
  return Math.ceil(ascii / 4) + text.length - ascii;
}
