import * as v from "valibot";

/** Limits of a knowledge base. */
export interface KnowledgeLimits {
  /** Maximum number of Unicode characters of a text after trimming. */
  textCharacters: number;
}

/** Input of a new text (spec, "Knowledge-base entry"). */
export interface KnowledgeInput {
  text: string;
}

/** Creates the schema of a new text. */
export function knowledgeInput({
  textCharacters,
}: KnowledgeLimits): v.GenericSchema<unknown, KnowledgeInput> {
  const range = `must be 1 to ${textCharacters} characters long after trimming`;
  return v.strictObject({
    text: v.pipe(
      v.string(`must be a string of 1 to ${textCharacters} characters`),
      v.trim(),
      v.metadata({ pattern: String.raw`\S`, maxLength: textCharacters }),
      v.minLength(1, range),
      v.check((text) => isAtMost(text, textCharacters), range),
    ),
  });
}

/** True if a text has at most `most` characters. Counts characters, not UTF-16 code units, and stops early. */
function isAtMost(text: string, most: number): boolean {
  if (text.length <= most) return true;
  let characters = 0;
  for (const _character of text) if (++characters > most) return false;
  return true;
}
