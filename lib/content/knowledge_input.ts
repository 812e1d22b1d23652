import * as v from "valibot";

/** Bounds of what a knowledge base takes. */
export interface KnowledgeLimits {
  /** Unicode characters of a text after trimming. */
  textCharacters: number;
}

/** What is added to a knowledge base (spec, "Knowledge-base entry"). */
export interface KnowledgeInput {
  text: string;
}

/** Validates what is added to a knowledge base. Fields that are not known are passed over. */
export function knowledgeInput({
  textCharacters,
}: KnowledgeLimits): v.GenericSchema<unknown, KnowledgeInput> {
  const range = `must be 1 to ${textCharacters} characters long after trimming`;
  return v.object(
    {
      text: v.pipe(
        v.string(`must be a string of 1 to ${textCharacters} characters`),
        v.trim(),
        v.metadata({ pattern: String.raw`\S`, maxLength: textCharacters }),
        v.minLength(1, range),
        v.check((text) => isAtMost(text, textCharacters), range),
      ),
    },
    (issue) =>
      issue.expected === '"text"'
        ? "is missing: a string is needed"
        : 'must be an object with the field "text"',
  );
}

/** Counts characters, not UTF-16 code units, and stops as soon as there are too many. */
function isAtMost(text: string, most: number): boolean {
  if (text.length <= most) return true;
  let characters = 0;
  for (const _character of text) if (++characters > most) return false;
  return true;
}
