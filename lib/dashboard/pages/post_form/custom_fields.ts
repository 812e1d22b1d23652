import { type CustomField, kindOf, visibleValues, type WorkingCopyText } from "../../../content/mod.ts";
import { type FormField, formFieldOf } from "../../form/field_controls.ts";
import { excerptOf } from "../../format/format.ts";

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

/** Returns the value of a field in a post, or in its working copy. A copy without the field leaves the value of the post as it is. */
export function customValue(
  field: CustomField,
  post: WorkingCopyText,
  copy: WorkingCopyText | undefined,
): unknown {
  const { name, earlierNames = [] } = field;
  const valueOf = ({ custom }: WorkingCopyText): unknown =>
    visibleValues({ postFields: [field] }, custom)[name];
  const copied = copy && valueOf(copy);
  const isRemoved = [name, ...earlierNames].some((one) => copy?.custom?.[one] === null);
  return copied ?? (isRemoved ? undefined : valueOf(post));
}
