/** Splits a plain text into its lines. Removes surrounding white space and empty lines. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
