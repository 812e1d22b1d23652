/**
 * A copy of a text. Engines keep a part of a text as a view of the whole, so one short part that is remembered would keep a whole
 * piece of a file in memory.
 */
export function detachedText(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
