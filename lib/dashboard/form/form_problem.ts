import {
  InvalidInputError,
  ContentionError,
  NotFoundError,
  PreconditionFailedError,
} from "../../base/errors.ts";
import { toAdminProblem, MissingPermissionError } from "../../api/mod.ts";
import { SubmissionChangedError } from "../../content/mod.ts";
import type { FieldErrors } from "../design/field.ts";
import { fieldWords } from "./field_words.ts";
import { textOf } from "./read_form.ts";

/** The reason a form was refused. The page is shown again with the entered values. */
export interface FormProblem {
  status: number;
  message: string;
  /** Messages by the name of the input field. */
  fields: FieldErrors;
}

/** The form that was refused. */
export interface SentForm {
  /** Its texts, whose lines an error can name. Default: the form has no list. */
  form?: FormData;
  /** Names of fields that this form calls differently, such as `title` for `name`. */
  names?: Readonly<Record<string, string>>;
  /** Separates items of a list that stand on one line. Default: each line is an item. */
  separator?: RegExp;
}

/** Statuses that the sender can fix by changing the form. */
const correctableStatuses: ReadonlySet<number> = new Set([409, 412, 422]);

/** Runs a form's action. If the entered values are refused, shows the form again. */
export async function orShowAgain<Result>(
  act: () => Promise<Result>,
  again: (problem: FormProblem) => Promise<Result>,
  sent: SentForm = {},
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const { status, code } = toAdminProblem(error);
    if (!correctableStatuses.has(status) && code !== "grant-refused") throw error;
    const fields = error instanceof InvalidInputError ? invalidFieldsOf(error, sent) : {};
    return again({ status, message: describeError(error, sent), fields });
  }
}

/** Returns the messages by the names of their fields. A message about an item of a list begins with its line. */
export function invalidFieldsOf({ fields }: InvalidInputError, sent: SentForm = {}): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ pointer, message }) => {
      const { name, place } = fieldOfPointer(pointer);
      const line = lineOf(name, place, sent);
      return [name, line === undefined ? message : `on line ${line} ${message}`];
    }),
  );
}

/**
 * Describes the invalid fields of a form in sentences: `/tags/0 is too long` becomes `Line 1 of the tags is too long.` Lists are
 * entered one item per line.
 */
export function describeInvalidFields(
  { fields, more }: Pick<InvalidInputError, "fields" | "more">,
  sent: SentForm = {},
): string {
  const sentences = fields.map(({ pointer, message }) => sentenceOf(pointer, message, sent));
  return [...sentences, ...(more === "" ? [] : [endedSentence(more)])].join(" ");
}

function sentenceOf(pointer: string, message: string, sent: SentForm): string {
  const { name, place } = fieldOfPointer(pointer);
  if (name === "") return endedSentence(message);
  const field = `the ${sent.names?.[name] ?? fieldWords(name)}`;
  const line = lineOf(name, place, sent) ?? (isIndex(place) ? Number(place) + 1 : undefined);
  return endedSentence(`${line === undefined ? field : `line ${line} of ${field}`} ${message}`);
}

function isIndex(place: string | undefined): boolean {
  return place !== undefined && /^\d+$/.test(place);
}

/** Returns the number of the line that has an item of a list, counted with the blank lines as a text area shows them. */
function lineOf(name: string, place: string | undefined, { form, separator }: SentForm): number | undefined {
  if (form === undefined || !isIndex(place)) return undefined;
  const lines = textOf(form, name).split("\n");
  let left = Number(place);
  const at = lines.findIndex((line) => {
    const items = separator === undefined ? [line] : line.split(separator);
    left -= items.filter((item) => item.trim() !== "").length;
    return left < 0;
  });
  return at === -1 ? undefined : at + 1;
}

function endedSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** The field of a form that a JSON Pointer names, and the rest of the pointer. */
interface PointedField {
  name: string;
  /** Place in the value, such as the index in a list. */
  place?: string | undefined;
}

/** Returns the field of a pointer: `/tags/0` is in the field `tags`, and `/custom/rating` is the field `custom.rating`. */
export function fieldOfPointer(pointer: string): PointedField {
  const [, name = "", ...places] = pointer.split("/");
  if (name !== "custom" || places[0] === undefined) return { name, place: places[0] };
  return { name: `custom.${places[0]}`, place: places[1] };
}

/** Describes a failure and the next step, in words for a person at a page. */
export function describeError(error: unknown, sent: SentForm = {}): string {
  if (error instanceof InvalidInputError) return describeInvalidFields(error, sent);
  if (error instanceof PreconditionFailedError) {
    return "Nothing was saved, because this has changed since you opened the page. Compare it with the present version, and send the form again.";
  }
  if (error instanceof ContentionError) {
    return "Nothing was saved, because others changed this at the same time. Send the form again.";
  }
  if (error instanceof SubmissionChangedError) {
    return "Nothing was published or sent back, because the text or its submission has changed since you opened the page. This page shows the present state.";
  }
  if (error instanceof NotFoundError) {
    return "This does not exist. It may have been deleted, or its address may have changed.";
  }
  if (error instanceof MissingPermissionError) {
    return `Your role does not include the permission ${error.permission}. Ask an owner or administrator of the organization.`;
  }
  const { code, message } = toAdminProblem(error);
  if (code === "internal-error")
    return "The server has failed. Try again. If it fails again, tell its operator.";
  return message;
}
