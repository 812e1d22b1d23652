import { authorNames, type Byline } from "../../../base/text/author_names.ts";
import {
  postFields,
  type PostInput,
  type WorkingCopyText,
  type CustomField,
  kindOf,
  visibleValues,
} from "../../../content/mod.ts";
import { InvalidInputError } from "../../../base/errors.ts";
import { rowsOf } from "../../../base/fields/field.ts";
import { FileDecoder } from "../../../base/text/file_decoder.ts";
import type { FieldErrors } from "../../design/field.ts";
import { type FormField, formFieldOf } from "../../form/field_controls.ts";
import { textOf } from "../../form/read_form.ts";
import type { SentForm } from "../../form/form_problem.ts";
import type { Visit } from "../../visit.ts";
import { excerptOf } from "../../format/format.ts";

/** Name of a field that every post has, except for its content. The authors are one field. */
type OwnName = Exclude<keyof WorkingCopyText, "author" | "custom" | "html" | "markdown" | "markdownDialect">;

/** A field of a post's forms, except for its content. */
export interface PostFormField extends FormField<OwnName | CustomName> {
  /** The name in `custom`, for a field that the organization defines. */
  customName?: string;
  /** Names of the control in forms that were opened before the field was renamed. */
  earlierNames?: readonly CustomName[];
  /** Value of posts without one. */
  standard?: unknown;
  /** Returns the value of a post, or of its working copy. */
  valueIn: (post: WorkingCopyText, copy?: WorkingCopyText) => unknown;
}

/** The texts of a post's form. A form that was opened earlier can lack a field of the organization. */
export type PostFormTexts = Record<OwnName, string> & Partial<Record<CustomName, string>>;

const ownFields: readonly PostFormField[] = rowsOf(postFields).flatMap(([row, field]) => {
  const name = row as OwnName;
  const shown = field.on["copy"] === undefined ? undefined : formFieldOf(name, field);
  return shown === undefined ? [] : [{ ...shown, valueIn: (post, copy = post) => ownValue(copy, name) }];
});

function ownValue(post: WorkingCopyText, name: OwnName): unknown {
  if (name !== "authors") return post[name];
  const authors = authorNames(post);
  return authors.length === 0 ? undefined : authors;
}

export function postFormFields({ organization }: Pick<Visit, "organization">): readonly PostFormField[] {
  const { postFields: definitions = [] } = organization;
  const custom = definitions.flatMap((definition) => {
    const field = customFormField(definition);
    if (field === undefined) return [];
    const { name: customName, default: standard } = definition;
    const earlierNames = definition.earlierNames?.map((name) => `custom.${name}` as const) ?? [];
    const valueIn: PostFormField["valueIn"] = (post, copy) => customValue(definition, post, copy);
    return [{ ...field, customName, earlierNames, standard, valueIn }];
  });
  return [...ownFields, ...custom];
}

/** Returns the sent form of a post, with the words for its fields in messages. */
export function sentPostForm(visit: Pick<Visit, "organization" | "form">): SentForm {
  const names = postFormFields(visit).map(({ name, label, customName }) => [
    name,
    customName === undefined ? label.toLowerCase() : label,
  ]);
  return { form: visit.form, names: Object.fromEntries(names) as Record<string, string> };
}

/** Returns the name that a sent form has for a field. Undefined if the form was opened before the organization defined the field. */
export function sentNameOf(
  form: FormData,
  { name, customName, earlierNames = [] }: PostFormField,
): string | undefined {
  return customName === undefined ? name : [name, ...earlierNames].find((one) => form.has(one));
}

/** Reads the texts of a form. */
export function textsIn(form: FormData, fields: readonly PostFormField[]): PostFormTexts {
  const texts = fields.flatMap((field) => {
    const sentName = sentNameOf(form, field);
    return sentName === undefined ? [] : [[field.name, textOf(form, sentName)] as const];
  });
  return Object.fromEntries(texts) as PostFormTexts;
}

/** Returns the texts of a post, or of its working copy. */
export function textsOf(
  fields: readonly PostFormField[],
  post: WorkingCopyText,
  copy?: WorkingCopyText,
): PostFormTexts {
  return Object.fromEntries(
    fields.map(({ name, toText, valueIn }) => [name, toText(valueIn(post, copy))]),
  ) as PostFormTexts;
}

/**
 * Returns the values of texts. Empty fields are left out.
 *
 * @throws {InvalidInputError} if no value has the text of a field
 */
export function valuesOf(texts: PostFormTexts, fields: readonly PostFormField[]): Partial<PostInput> {
  const problems = fields.flatMap(({ name, problemOf }) => {
    const message = problemOf(texts[name] ?? "");
    return message === undefined ? [] : [{ pointer: `/${name.replace(".", "/")}`, message }];
  });
  if (problems.length > 0) throw new InvalidInputError("Cannot save the post", problems);
  const given = fields.flatMap(({ name, customName, toValue }) => {
    const value = toValue(texts[name] ?? "");
    return value === undefined
      ? []
      : [{ name: customName ?? name, isCustom: customName !== undefined, value }];
  });
  const valuesWhere = (ofCustom: boolean): Record<string, unknown> =>
    Object.fromEntries(
      given.flatMap(({ name, isCustom, value }) => (isCustom === ofCustom ? [[name, value]] : [])),
    );
  const { authors, ...own } = valuesWhere(false) as Partial<PostInput>;
  const hasCustom = fields.some(({ customName }) => customName !== undefined);
  return { ...own, ...bylineOf(authors), ...(hasCustom && { custom: valuesWhere(true) }) };
}

/** A single author is stored as `author`. */
function bylineOf([author, ...others]: readonly string[] = []): Byline {
  if (author === undefined) return {};
  return others.length > 0 ? { authors: [author, ...others] } : { author };
}

/** Returns the errors by the names of the form's fields. The authors have one field, and so has the content. */
export function postErrors(errors: FieldErrors = {}): FieldErrors {
  const { author, html, markdown, markdownDialect, ...fields } = errors;
  const authors = fields["authors"] ?? author;
  const content = html ?? markdown ?? markdownDialect;
  return {
    ...fields,
    ...(authors !== undefined && { authors }),
    ...(content !== undefined && { content }),
  };
}

/**
 * Reads the content of a new post: the uploaded file, or the pasted text if there is no file.
 *
 * @throws {InvalidInputError} if the file is not text in UTF-8
 */
export async function readContent(form: FormData): Promise<{ format: "markdown" | "html"; text: string }> {
  const file = form.get("file");
  if (file === null || typeof file === "string" || file.size === 0) {
    return { format: textOf(form, "format") === "html" ? "html" : "markdown", text: textOf(form, "content") };
  }
  return { format: isHtml(file) ? "html" : "markdown", text: await decode(file) };
}

function isHtml({ name }: File): boolean {
  return /\.html?$/i.test(name);
}

async function decode(file: File): Promise<string> {
  try {
    const decoder = new FileDecoder(isHtml(file) ? "html" : undefined);
    return decoder.decode(new Uint8Array(await file.arrayBuffer()));
  } catch {
    throw new InvalidInputError("Cannot create the post", [
      { pointer: "/markdown", message: "must be text in UTF-8" },
    ]);
  }
}

/** Name of the control of a field that the organization defines. */
type CustomName = `custom.${string}`;

/** Longest default in a hint. */
const longestDefault = 100;

/** Returns the field of the forms for a field that an organization defines. */
function customFormField(field: CustomField): FormField<CustomName> | undefined {
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
function customValue(field: CustomField, post: WorkingCopyText, copy: WorkingCopyText | undefined): unknown {
  const { name, earlierNames = [] } = field;
  const valueOf = ({ custom }: WorkingCopyText): unknown =>
    visibleValues({ postFields: [field] }, custom)[name];
  const copied = copy && valueOf(copy);
  const isRemoved = [name, ...earlierNames].some((one) => copy?.custom?.[one] === null);
  return copied ?? (isRemoved ? undefined : valueOf(post));
}
