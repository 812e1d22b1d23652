import type { InvalidInputError } from "../../base/errors.ts";
import { fieldWords } from "./field_words.ts";

/**
 * Describes the invalid fields of a form in sentences: `/tags/0 is too long` becomes `Line 1 of the tags is too long.` Lists are
 * entered one item per line.
 *
 * @param names names of fields that this form calls differently, such as `title` for `name`
 */
export function describeInvalidFields(
  { fields, more }: Pick<InvalidInputError, "fields" | "more">,
  names: Readonly<Record<string, string>> = {},
): string {
  const sentences = fields.map(({ pointer, message }) => sentenceOf(pointer, message, names));
  return [...sentences, ...(more === "" ? [] : [endedSentence(more)])].join(" ");
}

function sentenceOf(pointer: string, message: string, names: Readonly<Record<string, string>>): string {
  const { name, place: index } = fieldOfPointer(pointer);
  if (name === "") return endedSentence(message);
  const field = `the ${names[name] ?? fieldWords(name)}`;
  const place = index !== undefined && /^\d+$/.test(index) ? `line ${Number(index) + 1} of ${field}` : field;
  return endedSentence(`${place} ${message}`);
}

function endedSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** The field of a form that a JSON Pointer names, and the rest of the pointer. */
export interface PointedField {
  name: string;
  /** Place in the value, such as the index in a list. */
  place?: string | undefined;
}

/** Returns the field of a pointer: `/tags/0` is in the field `tags`, and `/custom/rating` is the field `custom.rating`. */
export function fieldOfPointer(pointer: string): PointedField {
  const [, name = "", ...places] = pointer.split("/");
  if (name !== "custom" || places[0] === undefined) return { name, place: places[0] };
  return { name: `custom.${places[0]}`, place: places[1] };
}
