import { describeValue } from "./audience.ts";
import { toLanguage } from "./post_fields.ts";

/** Returns the note about a language of a source that is no language tag or locale. Undefined if it is known or missing. */
export function unknownLanguage(
  value: unknown,
): { category: "language"; text: string; isLoss: true } | undefined {
  if (value === undefined || value === null || value === "" || toLanguage(value) !== undefined)
    return undefined;
  const text = `the language ${describeValue(value)} is unknown, so it is not used`;
  return { category: "language", text, isLoss: true };
}
