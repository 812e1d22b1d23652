import * as v from "valibot";

/** Returns the form in which names are stored and compared: Unicode form NFC, without spaces at the ends. */
export function toName(text: string): string {
  return text.normalize("NFC").trim();
}

/** Returns the distinct names of a list in the form of {@link toName}, without empty names. */
export function toNames(texts: readonly string[]): string[] {
  return [...new Set(texts.map(toName))].filter((name) => name !== "");
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
export const distinctNames: v.TransformAction<string[], string[]> = v.transform((names) => [
  ...new Set(names),
]);

/** Fields of a post that hold names. */
const postNames = ["name", "author", "authors", "tags", "articleSection"] as const;

/**
 * Returns fields with names in the form of {@link toName}, or the same object if nothing changes.
 *
 * @param named the fields with a name or a list of names. Default: those of a post
 */
export function withNames<Fields extends object>(
  fields: Fields,
  named: readonly string[] = postNames,
): Fields {
  const changed = Object.entries(fields).flatMap(([field, value]: [string, unknown]) => {
    if (!named.includes(field)) return [];
    if (typeof value === "string") return toName(value) === value ? [] : [[field, toName(value)]];
    if (!Array.isArray(value)) return [];
    const names = toNames(value as string[]);
    return names.join("\0") === value.join("\0") ? [] : [[field, names]];
  });
  return changed.length === 0 ? fields : { ...fields, ...Object.fromEntries(changed) };
}
