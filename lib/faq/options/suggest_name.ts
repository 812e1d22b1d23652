import { nearestWord } from "../../base/text/nearest_word.ts";

/** Returns a suffix for an error message that suggests the nearest known name, or `""` if no name is near. */
export function suggestName(name: string, known: readonly string[]): string {
  const nearest = nearestWord(name, known);
  return nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
}
