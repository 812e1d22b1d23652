import { InvalidInputError } from "../../base/errors.ts";
import { toAdminProblem } from "../../api/mod.ts";
import { describeError } from "./describe_error.ts";
import type { FieldErrors } from "../design/field.ts";
import { fieldOfPointer } from "./describe_invalid_fields.ts";

/** The reason a form was refused. The page is shown again with the entered values. */
export interface FormProblem {
  status: number;
  message: string;
  /** Messages by the name of the input field. */
  fields: FieldErrors;
}

/** Statuses that the sender can fix by changing the form. */
const correctableStatuses: ReadonlySet<number> = new Set([409, 412, 422]);

/**
 * Runs a form's action. If the entered values are refused, shows the form again.
 *
 * @param names names of fields that this form calls differently, such as `title` for `name`
 */
export async function orShowAgain<Result>(
  act: () => Promise<Result>,
  again: (problem: FormProblem) => Promise<Result>,
  names: Readonly<Record<string, string>> = {},
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const { status, code } = toAdminProblem(error);
    if (!correctableStatuses.has(status) && code !== "grant-refused") throw error;
    const fields = error instanceof InvalidInputError ? invalidFieldsOf(error) : {};
    return again({ status, message: describeError(error, names), fields });
  }
}

/** Returns the messages by the names of their fields. */
export function invalidFieldsOf({ fields }: InvalidInputError): Record<string, string> {
  return Object.fromEntries(fields.map(({ pointer, message }) => [fieldOfPointer(pointer).name, message]));
}
