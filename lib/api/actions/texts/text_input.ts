import {
  longestUnfinished,
  type StoredPost,
  type UnfinishedFields,
  workingCopyInput,
  type WorkingCopyInput,
  type WorkingCopyText,
} from "../../../content/mod.ts";
import { InvalidInputError } from "../../../base/errors.ts";
import { validate } from "../../../base/input/validate.ts";

/**
 * The text of a post as a writer typed it: either `html` or `markdown`, and the other fields of a working copy. Texts that are not valid yet can be in
 * their fields, or in `unfinished` by the names of the fields. Fields of the organization have the names `custom.NAME`.
 */
export interface TextInput extends Partial<WorkingCopyText> {
  unfinished?: UnfinishedFields;
}

/** Title of a draft without one. */
export const untitled = "Untitled";

/**
 * Divides a text into its valid part, and the texts of fields that are not valid yet. A draft without a title is called "Untitled".
 *
 * @throws {InvalidInputError} if a field is not valid that is no text, or is too long
 */
export function finishedPart(
  { unfinished: typed = {}, ...input }: TextInput,
  action: string,
): { text: WorkingCopyInput; unfinished: UnfinishedFields } {
  const unfinished: Record<string, string> = {};
  for (const [name, text] of Object.entries(typed)) {
    if (text.length > longestUnfinished) {
      throw new InvalidInputError(action, [
        { pointer: `/${name}`, message: `must be at most ${longestUnfinished} characters` },
      ]);
    }
    unfinished[name] = text;
  }
  const wholly: Record<string, unknown> = { name: "", ...input };
  for (const name of Object.keys(unfinished)) delete wholly[name];
  for (;;) {
    try {
      const text = validate(workingCopyInput, { ...wholly, name: wholly["name"] ?? untitled }, action);
      return { text, unfinished };
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      const names = error.fields.map(({ pointer }) => pointer.slice(1));
      const texts = names.map((name) => [name, wholly[name]] as const);
      if (!texts.every(isKept)) throw error;
      for (const [name, text] of texts) {
        unfinished[name] = text;
        delete wholly[name];
      }
    }
  }
}

/** True for a field other than the content whose text can be kept as it was typed. */
function isKept(field: readonly [name: string, text: unknown]): field is readonly [string, string] {
  const [name, text] = field;
  const isContent = name === "html" || name === "markdown" || name === "markdownDialect";
  return !isContent && typeof text === "string" && text.length <= longestUnfinished;
}

/** @throws {InvalidInputError} if fields are not valid yet */
export function requireFinished(unfinished: UnfinishedFields, action: string): void {
  const fields = Object.keys(unfinished).map((name) => ({
    pointer: `/${name.replace(".", "/")}`,
    message: "is not valid",
  }));
  if (fields.length > 0) throw new InvalidInputError(action, fields);
}

export function marksOf(unfinished: UnfinishedFields): Pick<StoredPost, "unfinished"> {
  return Object.keys(unfinished).length === 0 ? {} : { unfinished };
}
