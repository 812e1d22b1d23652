import * as v from "valibot";
import type { InvalidField } from "./errors.ts";
import { InvalidInputError } from "./errors.ts";

/**
 * Validates an input against a schema.
 *
 * @param action beginning of the error message, such as `Cannot create the post`
 * @throws {InvalidInputError} with every invalid field
 */
export function validate<Output>(
  schema: v.GenericSchema<unknown, Output>,
  input: unknown,
  action: string,
): Output {
  const result = v.safeParse(schema, withoutUndefined(input));
  if (result.success) return result.output;
  throw new InvalidInputError(action, result.issues.map(toInvalidField));
}

/** Removes keys with the value `undefined`, so they count as missing. */
function withoutUndefined(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function toInvalidField(issue: v.BaseIssue<unknown>): InvalidField {
  const parts = issue.path?.map(({ key }) => String(key).replaceAll("~", "~0").replaceAll("/", "~1")) ?? [];
  return { pointer: parts.map((part) => `/${part}`).join(""), message: messageOf(issue) };
}

function messageOf(issue: v.BaseIssue<unknown>): string {
  // Valibot's own messages begin with "Invalid "; keep the message of a schema that sets one.
  if (issue.type === "strict_object" && issue.message.startsWith("Invalid ")) {
    return issue.expected === "never" ? "is not a known field" : "is missing";
  }
  return issue.message;
}
