import { type FieldErrors, inputField, textField } from "../../design/field.ts";
import type { KeyRateLimit } from "../../../base/key_rate_limit.ts";
import type { FormProblem, SentForm } from "../../form/form_problem.ts";
import { numberOf } from "../../format/format.ts";
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

const networkSeparator = /[\s,]+/;

/** Returns the sent form of a key. Networks stand on lines of their own, or are separated by commas or spaces. */
export function sentKeyForm(form: FormData): SentForm {
  return { form, separator: networkSeparator };
}

/** Reads the networks. */
export function readNetworks(form: FormData): string[] {
  return textOf(form, "networks")
    .split(networkSeparator)
    .filter((network) => network !== "");
}

/** Renders the field for the daily limit of a key. `most` is the limit of the organization. */
export function limitField({
  value,
  most,
  errors,
}: {
  value: string;
  most: number;
  errors?: FieldErrors | undefined;
}): Html {
  return inputField({
    name: "perDay",
    label: "Requests a day",
    hint: `At most ${numberOf(most)}, the limit of the organization. Empty: this limit, also after it changes`,
    type: "number",
    value,
    errors,
  });
}

/** Reads the daily limit. An empty field stands for the default. */
export function readLimit(form: FormData): KeyRateLimit | null {
  const text = textOf(form, "perDay");
  return text === "" ? null : { perDay: Number(text) };
}

/** Returns the errors of a refused limit by the name of its field. */
export function limitErrors(problem: FormProblem | undefined): FieldErrors {
  const error = problem?.fields["rateLimit"];
  return error === undefined ? {} : { perDay: error };
}
