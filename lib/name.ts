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

/** Fields of a post that are names. */
export interface NamedFields {
  name?: string;
  author?: string;
  authors?: readonly string[];
  tags?: readonly string[];
  articleSection?: string;
}

/** Returns the fields of a post with names in the form of {@link toName}, or the same object if nothing changes. */
export function withNames<Fields extends NamedFields>(fields: Fields): Fields {
  const changed: NamedFields = {};
  for (const field of ["name", "author", "articleSection"] as const) {
    const text = fields[field];
    const name = text === undefined ? undefined : toName(text);
    if (name !== undefined && name !== text) changed[field] = name;
  }
  for (const field of ["authors", "tags"] as const) {
    const texts = fields[field];
    const names = texts === undefined ? undefined : toNames(texts);
    if (names?.length !== texts?.length || names?.some((name, index) => name !== texts?.[index])) {
      changed[field] = names ?? [];
    }
  }
  return Object.keys(changed).length === 0 ? fields : { ...fields, ...changed };
}
