import { type FieldErrors, textField } from "../../design/field.ts";
import type { Html } from "../../../base/text/html.ts";
import { textOf } from "../../form/read_form.ts";

/** Renders the field for the networks of a key. */
export function networksField({ value, errors }: { value: string; errors?: FieldErrors | undefined }): Html {
  return textField({
    name: "networks",
    label: "Allowed networks",
    hint: "One on each line, such as 203.0.113.0/24, 2001:db8::/32 or a single address. Empty: the key works everywhere",
    rows: 3,
    value,
    errors,
  });
}

/** Reads the networks. They stand on lines of their own, or are separated by commas or spaces. */
export function readNetworks(form: FormData): string[] {
  return textOf(form, "networks")
    .split(/[\s,]+/)
    .filter((network) => network !== "");
}
