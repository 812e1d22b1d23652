import {
  markdownDialects,
  postTag,
  type StoredPostWithHtml,
  type WorkingCopy,
  type WorkingCopyInput,
  type WorkingCopyText,
} from "../../../content/mod.ts";
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
  /** Version of the working copy that the form shows. Empty if there is none. */
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
  return { ...textsOf(fields, post), ...contentTextOf(post), version: "", tag: postTag(post) };
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

/**
 * Converts the form to the input of a working copy. Empty fields are left out.
 *
 * @throws {InvalidInputError} if no value has the text of a field
 */
export function toCopyInput(text: EditorText, fields: readonly PostFormField[]): WorkingCopyInput {
  const { format, content, tag } = text;
  const dialect = markdownDialects.find((one) => one === text.dialect);
  return {
    name: "",
    ...valuesOf(text, fields),
    ...(format === "html"
      ? { html: content }
      : { markdown: content, ...(dialect && { markdownDialect: dialect }) }),
    base: tag,
  };
}
