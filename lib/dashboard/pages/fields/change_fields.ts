import { type CustomField, customFieldTypes, type CustomFieldType, kindOf } from "../../../content/mod.ts";
import { InvalidInputError, PreconditionFailedError, NotFoundError } from "../../../base/errors.ts";
import { textOf, linesOf } from "../../form/read_form.ts";
import { type Visit, pathTo } from "../../visit.ts";
import { sha256Hex } from "../../../base/secrets/sha256.ts";
import { type FormField, formFieldOf } from "../../form/field_controls.ts";
import { propertyLabels } from "./field_words.ts";

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

/** The texts of the form by property. A checkbox is `on` or empty. */
export type FieldTexts = Readonly<Record<keyof CustomField, string>>;

const properties = Object.keys(propertyLabels) as (keyof CustomField)[];

/** Returns the texts of a sent form. */
export function textsIn(form: FormData): FieldTexts {
  return textsBy((property) => textOf(form, property));
}

/** Returns the texts of a definition. */
export function textsOf(field: CustomField): FieldTexts {
  return textsBy((property) => {
    const value = field[property];
    if (property === "default") return defaultField(field)?.toText(value) ?? "";
    if (property === "shown") return field.shown ?? "single";
    if (typeof value === "boolean") return value ? "on" : "";
    if (Array.isArray(value)) return value.join("\n");
    return typeof value === "string" ? value : "";
  });
}

export const newFieldTexts: FieldTexts = textsOf({ name: "", type: "text" });

/**
 * Returns the definition that a form describes. The update of the organization validates it.
 *
 * @throws {InvalidInputError} if no value has the text of the default
 */
export function toField(texts: FieldTexts): CustomField {
  const { name, type, label, hint, choices, shown, schemaOrg, earlierNames } = texts;
  const optional = {
    label,
    hint,
    choices: linesOf(choices),
    isRequired: texts.isRequired !== "",
    default: toDefault(texts) ?? "",
    shown: shown === "single" ? "" : shown,
    isFilterable: texts.isFilterable !== "",
    schemaOrg,
    earlierNames: linesOf(earlierNames),
  };
  // An empty text or list and an unchecked box stand for a property that the definition does not have.
  const given = Object.entries(optional).filter(
    ([property, value]) =>
      value !== "" && (property === "default" || (value !== false && (value as unknown[]).length !== 0)),
  );
  return { name, type: type as CustomFieldType, ...Object.fromEntries(given) };
}

/** Returns a text that differs for each state of a definition. */
export function versionOf(field: CustomField): string {
  return sha256Hex(
    JSON.stringify(Object.entries(field).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  );
}

function textsBy(textFor: (property: keyof CustomField) => string): FieldTexts {
  return Object.fromEntries(properties.map((property) => [property, textFor(property)])) as FieldTexts;
}

/** Returns the field of forms that has values of the field's type. Undefined for an unknown type, which the update refuses. */
function defaultField({ type, choices }: Pick<CustomField, "type" | "choices">): FormField | undefined {
  if (!customFieldTypes.includes(type)) return undefined;
  return formFieldOf("default", {
    label: propertyLabels.default,
    kind: kindOf({ type, choices: choices ?? [] }),
  });
}

/** Returns the value of the text, as the forms of posts read it. A text that does not fit the type stays a text, which the update refuses. */
function toDefault({ type, choices, default: text }: FieldTexts): unknown {
  const field = defaultField({ type: type as CustomFieldType, choices: linesOf(choices) });
  const message = field?.problemOf(text);
  if (message !== undefined)
    throw new InvalidInputError("Cannot save the field", [{ pointer: "/default", message }]);
  return field?.toValue(text);
}
