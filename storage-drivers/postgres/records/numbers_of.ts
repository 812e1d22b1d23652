/** Reads the text of an array of numbers: `{1,2.5}`. */
export function numbersOf(text: string | null | undefined): number[] {
  if (text === null || text === undefined || text === "{}") return [];
  return text.slice(1, -1).split(",").map(Number);
}
