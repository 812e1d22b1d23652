import { nearestWord } from "../nearest_word.ts";

/** Returns the part of an error's message that suggests the nearest known name, if one is near. */
export function suggestName(name: string, known: readonly string[]): string {
  const nearest = nearestWord(name, known);
  return nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
}
