import type { CustomField } from "../../../content/mod.ts";
import { InvalidInputError, PreconditionFailedError, NotFoundError } from "../../../base/errors.ts";
import { textOf } from "../../form/read_form.ts";
import { type Visit, pathTo } from "../../visit.ts";
import { versionOf } from "./field_texts.ts";

/** Path of the section in the navigation. */
export const section = "settings/fields";

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

/** Returns the path of a field's page. */
export function fieldPath(visit: Pick<Visit, "options" | "organization">, name: string): string {
  return pathTo(visit, `${section}/${encodeURIComponent(name)}`);
}

/** Returns the definitions of the organization. */
export async function readFields({ api, actor }: Visit): Promise<readonly CustomField[]> {
  return (await api.admin.organization.get(actor)).postFields ?? [];
}

/**
 * Returns the index of the field that a path names.
 *
 * @throws {NotFoundError} if the organization does not define it
 */
export function indexOfField({ params }: Visit, fields: readonly CustomField[]): number {
  const index = fields.findIndex(({ name }) => name === params["name"]);
  if (index === -1) throw new NotFoundError("Cannot show the field: the organization does not define it");
  return index;
}
