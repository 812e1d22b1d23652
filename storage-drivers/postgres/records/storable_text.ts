/**
 * Returns a text that PostgreSQL accepts, and that sorts at the same place among keys. No key has the character NUL, but a forged cursor can.
 */
export function storableText(text: string): string {
  const nul = text.indexOf("\0");
  return nul < 0 ? text : `${text.slice(0, nul)}\u0001`;
}
