import { type CustomField, type CustomFieldType } from "../../../content/mod.ts";
import { InvalidInputError } from "../../../errors.ts";
import { sha256Hex } from "../../../sha256.ts";
import { linesOf, textOf } from "../../read_form.ts";
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
    if (property === "default") return defaultText(field);
    if (property === "shown") return field.shown ?? "single";
    if (typeof value === "boolean") return value ? "on" : "";
    if (Array.isArray(value)) return value.join("\n");
    return typeof value === "string" ? value : "";
  });
}

/** The texts of a new field. */
export const newFieldTexts: FieldTexts = textsOf({ name: "", type: "text" });

/**
 * Returns the definition that a form describes. The update of the organization validates it.
 *
 * @throws {InvalidInputError} if the default is not JSON, and the field has this type
 */
export function toField(texts: FieldTexts): CustomField {
  const { name, type, label, hint, choices, shown, schemaOrg, earlierNames } = texts;
  const optional = {
    label,
    hint,
    choices: linesOf(choices),
    isRequired: texts.isRequired !== "",
    default: texts.default === "" ? "" : toDefault(type, texts.default),
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

function defaultText({ type, default: value }: CustomField): string {
  if (value === undefined) return "";
  if (type === "list" && Array.isArray(value)) return value.join("\n");
  return typeof value === "string" && type !== "json" ? value : JSON.stringify(value, null, 2);
}

/** Returns the value of a text. A text that does not fit the type stays a text, which the update refuses. */
function toDefault(type: string, text: string): unknown {
  if (type === "number") return Number.isNaN(Number(text)) ? text : Number(text);
  if (type === "boolean") return text === "true" || text === "false" ? text === "true" : text;
  if (type === "list") return linesOf(text);
  if (type !== "json") return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInputError("Cannot save the field", [{ pointer: "/default", message: "must be JSON" }]);
  }
}
