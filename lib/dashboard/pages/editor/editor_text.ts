import {
  markdownDialects,
  postTag,
  type StoredPost,
  type StoredPostWithHtml,
  type WorkingCopy,
  workingCopyInput,
  type WorkingCopyText,
} from "../../../content/mod.ts";
import { InvalidInputError } from "../../../base/errors.ts";
import { validate } from "../../../base/input/validate.ts";
import type { FieldErrors } from "../../design/field.ts";
import type { ShownText, TextInput } from "../../../api/mod.ts";
import { withLineFeeds } from "../../form/field_controls.ts";
import { textOf } from "../../form/read_form.ts";
import {
  type PostFormField,
  type PostFormTexts,
  textsIn,
  textsOf,
  valuesOf,
} from "../post_form/post_form_fields.ts";

/** The fields of the editor's form, as texts. */
export interface EditorText extends PostFormTexts {
  /** Version of the text that the form shows. Empty for a post that does not exist yet. */
  version: string;
  /** Tag of the post that the text started from. */
  tag: string;
  format: "markdown" | "html";
  /** Dialect of the Markdown. Empty if it is unknown. */
  dialect: string;
  content: string;
}

/** Reads the form of the editor. The white space of the content stays as it is. */
export function editorTextIn(form: FormData, fields: readonly PostFormField[]): EditorText {
  const content = form.get("content");
  return {
    ...textsIn(form, fields),
    version: textOf(form, "version"),
    tag: textOf(form, "tag"),
    format: textOf(form, "format") === "html" ? "html" : "markdown",
    dialect: textOf(form, "dialect"),
    content: typeof content === "string" ? content.replaceAll("\r\n", "\n") : "",
  };
}

/** Returns the text that a writer sees, with fields of a draft that are not valid yet as they were typed. */
export function textOfShown(
  { post, text, unfinished, version, baseTag }: ShownText,
  fields: readonly PostFormField[],
): EditorText {
  const typed = fields.flatMap(({ name }) =>
    unfinished[name] === undefined ? [] : [[name, unfinished[name]] as const],
  );
  return {
    ...textsOf(fields, post, text),
    ...contentTextOf(text),
    ...Object.fromEntries(typed),
    version,
    tag: baseTag,
  };
}

/** Returns the text of a working copy. */
export function textOfCopy(
  copy: WorkingCopy,
  post: WorkingCopyText,
  fields: readonly PostFormField[],
): EditorText {
  return {
    ...textsOf(fields, post, copy),
    ...contentTextOf(copy),
    version: copy.version,
    tag: copy.baseTag,
  };
}

/** Returns the text of a post, as the base of a new working copy. */
export function textOfPost(post: StoredPostWithHtml, fields: readonly PostFormField[]): EditorText {
  return { ...textsOf(fields, post), ...contentTextOf(post), version: postTag(post), tag: postTag(post) };
}

function contentTextOf(text: WorkingCopyText): Pick<EditorText, "format" | "dialect" | "content"> {
  const { markdown, html = "", markdownDialect = "" } = text;
  return {
    format: markdown === undefined ? "html" : "markdown",
    dialect: markdown === undefined ? "" : markdownDialect,
    content: withLineFeeds(markdown ?? html),
  };
}

/** Returns true if two texts have the same fields and content, whatever they started from. */
export function isSameText(one: EditorText, other: EditorText, fields: readonly PostFormField[]): boolean {
  const names = [...fields.map(({ name }) => name), "format", "content"] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Returns the values of a text. Only a draft keeps the texts of fields that have no value. */
export function toTextInput(text: EditorText, fields: readonly PostFormField[]): TextInput {
  const { format, content } = text;
  const dialect = markdownDialects.find((one) => one === text.dialect);
  const unfinished = fields.flatMap(({ name, problemOf }) =>
    problemOf(text[name] ?? "") === undefined ? [] : [[name, text[name] ?? ""] as const],
  );
  const finished = { ...text, ...Object.fromEntries(unfinished.map(([name]) => [name, ""])) };
  return {
    name: "",
    ...valuesOf(finished, fields),
    ...(format === "html"
      ? { html: content }
      : { markdown: content, ...(dialect && { markdownDialect: dialect }) }),
    ...(unfinished.length > 0 && { unfinished: Object.fromEntries(unfinished) }),
  };
}

/**
 * Returns the rules that the unfinished texts of a draft break, by the names of the form's fields. A title that is missing is no fault yet.
 *
 * @param shown the texts of the form. A text that differs from that of the draft is not judged. Default: the form has the texts of the draft
 */
export function unfinishedErrors(
  { unfinished = {} }: Pick<StoredPost, "unfinished">,
  fields: readonly PostFormField[],
  shown: PostFormTexts = unfinished as PostFormTexts,
): FieldErrors {
  const { markdown, ...texts } = unfinished;
  const errors = Object.entries(texts).flatMap(([name, text]) => {
    const field = fields.find((one) => one.name === name);
    if (field === undefined || shown[field.name] !== text || (name === "name" && text === "")) return [];
    return [[name, field.problemOf(text) ?? ruleOf(name, text)] as const];
  });
  return { ...Object.fromEntries(errors), ...(markdown !== undefined && { content: markdown }) };
}

function ruleOf(name: string, text: string): string {
  try {
    validate(workingCopyInput, { name: "Title", [name]: text }, "");
    return "is not valid";
  } catch (error) {
    return error instanceof InvalidInputError ? (error.fields[0]?.message ?? "is not valid") : "is not valid";
  }
}
