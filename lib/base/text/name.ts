import * as v from "valibot";
import { comparedText, withoutInvisible } from "./format_characters.ts";

/** Matches most names, which are in every form already. */
const plainName = /^[!-~]+(?: [!-~]+)*$/;

/** Returns the form in which names are stored: Unicode form NFC, without Format characters, U+200B and spaces at the ends. */
export function toName(text: string): string {
  if (plainName.test(text)) return text;
  return withoutInvisible(text).normalize("NFC").trim();
}

/** Returns the distinct names of a list in the form of {@link toName}, without empty names. */
export function toNames(texts: readonly string[]): string[] {
  return distinct(texts.map(toName)).filter((name) => name !== "");
}

/** Removes repeated names. Of names that differ only by a variation selector, the first stays. */
function distinct(names: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const name of names) {
    const compared = plainName.test(name) ? name : comparedText(name);
    if (!kept.has(compared)) kept.set(compared, name);
  }
  return [...kept.values()];
}

/** Schema of a name of 1 to `longest` characters. Its output is the form of {@link toName}. */
export function nameInput(longest: number): v.GenericSchema<string> {
  return v.pipe(
    v.string("must be a string"),
    v.metadata({ pattern: String.raw`\S`, minLength: 1, maxLength: longest }),
    v.transform(toName),
    v.minLength(1, "must not be empty"),
    v.maxLength(longest, `must be at most ${longest} characters`),
  );
}

/** Removes repeated names from the output of a list of {@link nameInput}. */
export const distinctNames: v.TransformAction<string[], string[]> = v.transform((names) => distinct(names));

/** Fields of an organization that hold names. */
export const organizationNames: readonly string[] = ["name", "section"];

/**
 * Returns fields with names in the form of {@link toName}, or the same object if nothing changes.
 *
 * @param named the fields with a name or a list of names
 */
export function withNames<Fields extends object>(fields: Fields, named: readonly string[]): Fields {
  const changed = Object.entries(fields).flatMap(([field, value]: [string, unknown]) => {
    if (!named.includes(field)) return [];
    if (typeof value === "string") return toName(value) === value ? [] : [[field, toName(value)]];
    if (!Array.isArray(value)) return [];
    const names = toNames(value as string[]);
    return names.join("\0") === value.join("\0") ? [] : [[field, names]];
  });
  return changed.length === 0 ? fields : { ...fields, ...Object.fromEntries(changed) };
}
