import type { CustomField } from "../../../content/mod.ts";
import { InvalidInputError, PreconditionFailedError } from "../../../base/errors.ts";
import { textOf } from "../../form/read_form.ts";
import type { Visit } from "../../visit.ts";
import { indexOfField } from "./field_paths.ts";
import { versionOf } from "./field_texts.ts";

/** The definitions after a change, and the index of the changed definition. */
export interface ChangedFields {
  fields: readonly CustomField[];
  index: number;
}

/**
 * Changes the definitions of the organization. The change starts from the present definitions, so changes of other people stay.
 *
 * @throws {InvalidInputError} if the changed definition is invalid, with pointers within the definition
 */
export async function changeFields(
  { api, actor }: Visit,
  change: (present: readonly CustomField[]) => ChangedFields,
): Promise<void> {
  let changed = "";
  try {
    await api.admin.organization.update(actor, ({ postFields = [] }) => {
      const { fields, index } = change(postFields);
      changed = `/postFields/${index}/`;
      return { postFields: fields.length === 0 ? null : fields };
    });
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(
      "Cannot save the field",
      error.fields.map(({ pointer, message }) => ({
        pointer: pointer.startsWith(changed) ? pointer.slice(changed.length - 1) : pointer,
        message,
      })),
    );
  }
}

/**
 * Returns the index of the field that a path names, if the field is the same as when the form was opened.
 *
 * @throws {PreconditionFailedError} if somebody else has changed the field
 */
export function indexOfUnchanged(visit: Visit, fields: readonly CustomField[]): number {
  const index = indexOfField(visit, fields);
  const field = fields[index];
  if (field === undefined || versionOf(field) !== textOf(visit.form, "version"))
    throw new PreconditionFailedError("Cannot change the field: it has changed meanwhile");
  return index;
}
