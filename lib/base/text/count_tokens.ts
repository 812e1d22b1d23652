/** Returns an estimate of the tokens of a language model for a text: 4 ASCII characters, or 1 other character, are a token. */
export function countTokens(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at++) quarters += quartersOf(text, at);
  return Math.ceil(quarters / 4);
}

/** Returns the index in a text, from `start` on, before which it has at most this number of tokens. It does not split a surrogate pair. */
export function endOfTokens(text: string, start: number, tokens: number): number {
  let quarters = 0;
  for (let at = start; at < text.length; at++) {
    quarters += quartersOf(text, at);
    if (quarters <= tokens * 4) continue;
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
    return isPair && at - 1 > start ? at - 1 : at;
  }
  return text.length;
}

function quartersOf(text: string, at: number): number {
  return text.charCodeAt(at) < 0x80 ? 1 : 4;
}
