import type { Settings } from "../options/settings.ts";

/** Characters that may follow the question mark, because readers do not see them. */
const unseen = /[\ufe0f\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns the question of a heading's text without invisible characters at its end, or `undefined` if the text does not end with a mark.
 * Direction marks whose other half was cut are left out, so that the question is balanced.
 */
export function questionOf(
  text: string,
  { questionMarks, closingMarks }: Pick<Settings, "questionMarks" | "closingMarks">,
): string | undefined {
  const endsWithMark = (end: string): boolean => questionMarks.some((mark) => end.endsWith(mark));
  let seen = text;
  // A mark can end with an invisible character: U+2049 with U+FE0F.
  if (!endsWithMark(text)) {
    seen = withoutEnd(text, unseen);
    const asked = closingMarks === undefined ? seen : withoutEnd(seen, closingMarks);
    if (asked.length === text.length || !endsWithMark(asked)) return undefined;
  }
  return balanced(seen);
}

/** Reads from the end, because a regular expression would try each run of such characters. */
function withoutEnd(text: string, characters: RegExp): string {
  let end = text.length;
  while (end > 0 && characters.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Leaves out direction marks without their other half. An isolate ends at U+2069, and an embedding or override at U+202C. */
function balanced(text: string): string {
  const isolates: number[] = [];
  const embeddings: number[] = [];
  const unpaired = new Set<number>();
  for (const { 0: mark, index } of text.matchAll(directionMarks)) {
    const open = mark > "\u202e" ? isolates : embeddings;
    if (mark !== "\u202c" && mark !== "\u2069") open.push(index);
    else if (open.pop() === undefined) unpaired.add(index);
  }
  for (const at of [...isolates, ...embeddings]) unpaired.add(at);
  return text.replace(directionMarks, (mark, at: number) => (unpaired.has(at) ? "" : mark));
}
