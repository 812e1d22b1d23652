import * as v from "valibot";
import { name, names } from "../../base/fields/kinds.ts";
import { webUrlInput } from "../posts/web_url.ts";

/** Limits of a knowledge base. */
export interface KnowledgeLimits {
  /** Maximum number of Unicode characters of a text after trimming. */
  textCharacters: number;
}

/** Input of a new text (spec, "Knowledge-base entry"). */
export interface KnowledgeInput {
  text: string;
}

/** Input of a text with the caller's own id. */
export interface KnowledgeTextInput extends KnowledgeInput {
  title?: string;
  /** Address of the page that the text comes from, with http or https. */
  source?: string;
  tags?: readonly string[];
}

/** Creates the schema of a new text. */
export function knowledgeInput(limits: KnowledgeLimits): v.GenericSchema<unknown, KnowledgeInput> {
  return v.strictObject({ text: textInput(limits) });
}

/** Creates the schema of a text with the caller's own id. */
export function knowledgeTextInput(limits: KnowledgeLimits): v.GenericSchema<unknown, KnowledgeTextInput> {
  return v.strictObject({
    text: textInput(limits),
    title: v.exactOptional(v.pipe(name(200).input, v.description("The title. Search gives it more weight."))),
    source: v.exactOptional(v.pipe(webUrlInput, v.description("The page that search results cite."))),
    tags: v.exactOptional(
      v.pipe(names({ longest: 100, most: 50, items: "tags" }).input, v.description("The tags, each once.")),
    ),
  });
}

/** Names of paths below `knowledge-base`, which no text can have as id. */
const reservedIds: readonly string[] = ["search", "new"];

/** Validates the id that a caller gives a text. */
export const knowledgeIdInput: v.GenericSchema<string> = v.pipe(
  v.string("must be a string"),
  v.regex(
    /^[A-Za-z0-9][\w.~:-]{0,127}$/,
    "must be 1 to 128 letters, digits and ._~:- that begin with a letter or a digit",
  ),
  v.check((id) => !reservedIds.includes(id), `must not be ${reservedIds.join(" or ")}`),
);

function textInput({ textCharacters }: KnowledgeLimits): v.GenericSchema<unknown, string> {
  const range = `must be 1 to ${textCharacters} characters long after trimming`;
  return v.pipe(
    v.string(`must be a string of 1 to ${textCharacters} characters`),
    v.trim(),
    v.metadata({ pattern: String.raw`\S`, maxLength: textCharacters }),
    v.minLength(1, range),
    v.check((text) => isAtMost(text, textCharacters), range),
  );
}

/** True if a text has at most `most` characters. Counts characters, not UTF-16 code units, and stops early. */
function isAtMost(text: string, most: number): boolean {
  if (text.length <= most) return true;
  let characters = 0;
  for (const _character of text) if (++characters > most) return false;
  return true;
}
