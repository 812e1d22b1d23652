import { InvalidOptionError } from "../../base/input/invalid_option_error.ts";

/** Level of the headings of questions. A page has its title in `h1`. */
export type HeadingLevel = 2 | 3 | 4 | 5 | 6;

/** @throws {InvalidOptionError} if the level is not a whole number from 2 to 6 */
export function checkHeadingLevel(level: unknown): void {
  if ([2, 3, 4, 5, 6].includes(level as number)) return;
  const reason = `headingLevel must be a whole number from 2 to 6, and is ${JSON.stringify(level)}`;
  throw new InvalidOptionError("show the FAQ", "headingLevel", reason);
}

/** Splits a plain text into its lines. Removes surrounding white space and empty lines. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
