import { InvalidInputError } from "../errors.ts";
import { toAdminProblem } from "../endpoints/mod.ts";
import type { FieldErrors } from "./fields.ts";

/** Why a form was not accepted: its page is shown again, with what was entered. */
export interface FormProblem {
  status: number;
  message: string;
  /** By the name of the input's field. */
  fields: FieldErrors;
}

/** What whoever sent a form can mend. */
const mendable: ReadonlySet<number> = new Set([409, 412, 422]);

/** Does what a form asks for; when it is refused for what it holds, shows the form again. */
export async function orAgain<Result>(
  act: () => Promise<Result>,
  again: (problem: FormProblem) => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const { status, code, message } = toAdminProblem(error);
    if (!mendable.has(status) && code !== "grant-refused") throw error;
    return again({ status, message, fields: error instanceof InvalidInputError ? fieldsOf(error) : {} });
  }
}

/** By the first part of each pointer: `/tags/0` is a matter of the field `tags`. */
function fieldsOf({ fields }: InvalidInputError): Record<string, string> {
  return Object.fromEntries(fields.map(({ pointer, message }) => [pointer.split("/")[1] ?? "", message]));
}
