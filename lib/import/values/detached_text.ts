/**
 * Returns a copy of a text. Engines store a substring as a view of the original, so a stored slug would keep a whole chunk
 * of a file in memory.
 */
export function detachedText(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
