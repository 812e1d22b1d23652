import { type CustomField, kindOf, type WorkingCopyText } from "../../content/mod.ts";
import { excerptOf } from "../format.ts";
import { type FormField, formFieldOf } from "../field_controls.ts";

/** Name of the control of a field that the organization defines. */
export type CustomName = `custom.${string}`;

/** Longest default in a hint. */
const longestDefault = 100;

/** Returns the field of the forms for a field that an organization defines. */
export function customFormField(field: CustomField): FormField<CustomName> | undefined {
  const { name, label = name, hint, isRequired, default: value } = field;
  const row = { label, kind: kindOf(field) };
  const standard = value === undefined ? "" : (formFieldOf(name, row)?.toText(value) ?? "");
  const hints = [
    hint?.replace(/\.$/, ""),
    isRequired && "Required before publication",
    standard !== "" && `Default: ${excerptOf(standard, longestDefault)}`,
  ].filter((text) => typeof text === "string");
  return formFieldOf(`custom.${name}`, { ...row, ...(hints.length > 0 && { hint: hints.join(". ") }) });
}

/** Returns a function that reads the value of a field from a post. A value that does not fit the field is hidden. */
export function customValue({ name }: CustomField): (post: WorkingCopyText) => unknown {
  return (post) => (post as { custom?: Record<string, unknown> }).custom?.[name];
}
