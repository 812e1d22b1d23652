import { type CustomField, customFieldTypes, type CustomFieldType, kindOf } from "../../../content/mod.ts";
import { InvalidInputError } from "../../../base/errors.ts";
import { sha256Hex } from "../../../base/secrets/sha256.ts";
import { type FormField, formFieldOf } from "../../form/field_controls.ts";
import { linesOf, textOf } from "../../form/read_form.ts";
import { propertyLabels } from "./field_words.ts";

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
