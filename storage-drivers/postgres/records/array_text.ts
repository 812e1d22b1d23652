/** Returns the text of an array, for a column in a list of arrays. */
export function arrayText(values: readonly (string | number)[]): string {
  return `{${values.map((value) => (typeof value === "number" ? value : quoted(value))).join(",")}}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}

/** Reads the text of an array of numbers: `{1,2.5}`. */
export function numbersOf(text: string | null | undefined): number[] {
  if (text === null || text === undefined || text === "{}") return [];
  return text.slice(1, -1).split(",").map(Number);
}
