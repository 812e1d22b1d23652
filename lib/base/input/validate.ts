import * as v from "valibot";
import { cutOversized, oversized } from "./cut_oversized.ts";
import { echoed, withShortQuotes } from "../text/echoed.ts";
import { type InvalidField, InvalidInputError } from "../errors.ts";
import { withoutSecrets } from "../secrets/without_secrets.ts";

/** Maximum length of a name in the input that is searched for secrets. */
const longestName = 1000;

/** A valid output, or the invalid fields of the input. */
export type Validation<Output> =
  | { readonly isValid: true; readonly output: Output }
  | { readonly isValid: false; readonly fields: readonly InvalidField[] };

/**
 * Validates an input against a schema.
 *
 * @param action beginning of the error message, such as `Cannot create the post`
 * @throws {InvalidInputError} with the invalid fields
 */
export function validate<Output>(
  schema: v.GenericSchema<unknown, Output>,
  input: unknown,
  action: string,
): Output {
  const validation = validated(schema, input);
  if (validation.isValid) return validation.output;
  throw new InvalidInputError(action, validation.fields);
}

/** Validates an input against a schema. Compares lengths before it validates items, so an oversized list is a single invalid field. */
export function validated<Output>(
  schema: v.GenericSchema<unknown, Output>,
  input: unknown,
): Validation<Output> {
  const { value, found } = cutOversized(schema, withoutUndefined(input));
  const result = v.safeParse(schema, value);
  if (result.success) return { isValid: true, output: result.output };
  const issues = result.issues.filter((issue) => issue.input !== oversized);
  const tooLong = found.map(({ path, message }) => ({ pointer: pointerOf(path), message }));
  return { isValid: false, fields: [...tooLong, ...issues.map(toInvalidField)] };
}

/** Removes keys with the value `undefined`, so they count as missing. */
function withoutUndefined(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function toInvalidField(issue: v.BaseIssue<unknown>): InvalidField {
  const pointer = pointerOf(issue.path?.map(({ key }) => String(key)) ?? []);
  return { pointer, message: withShortQuotes(withoutSecrets(messageOf(issue))) };
}

/** Returns the JSON Pointer of a path (RFC 6901). Long names are shortened. */
export function pointerOf(path: readonly string[]): string {
  const shown = path.map((part) => echoed(withoutSecrets(part.slice(0, longestName))));
  return shown.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Valibot's messages, for schemas without their own. */
const valibotMessage = /^Invalid ([\w ]+): (?:Expected|Received) /;

/** Kinds of values, by Valibot's names for them. */
const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  Object: "an object",
  Array: "an array",
};

/** Returns the message of an issue. Replaces Valibot's messages, which quote the input and name its own types. */
function messageOf({ message, expected }: v.BaseIssue<unknown>): string {
  const [, subject] = valibotMessage.exec(message) ?? [];
  if (subject === undefined) return message;
  if (subject === "key") return expected === "never" ? "is not a known field" : "is missing";
  if (expected === null) return `is not a valid ${subject}`;
  const limit = expected.replace(/^>=/, "at least ").replace(/^<=/, "at most ");
  return subject === "length" ? `must have a length of ${limit}` : `must be ${kinds[expected] ?? limit}`;
}

/** Returns a schema that rejects arrays, which Valibot accepts as objects. */
export function refuseArrays<Schema extends v.GenericSchema>(schema: Schema): Schema {
  const run = schema["~run"].bind(schema);
  const runWithoutArrays: typeof run = (dataset, config) =>
    run(Array.isArray(dataset.value) ? { value: null } : dataset, config);
  return { ...schema, "~run": runWithoutArrays };
}
