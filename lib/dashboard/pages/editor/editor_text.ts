import { authorNames, type Byline } from "../../../author_names.ts";
import {
  postTag,
  type StoredPostWithHtml,
  type WorkingCopy,
  type WorkingCopyInput,
} from "../../../content/mod.ts";
import { markdownDialects } from "../../../markdown_dialect.ts";
import { linesOf, textOf } from "../../read_form.ts";

/** Names of the fields with one text, as in a post. */
export const textFields = ["name", "description", "articleSection", "inLanguage", "image"] as const;

/** Names of the fields beside the content. Lists have one item per line. */
export const editorFields = [
  "name",
  "description",
  "articleSection",
  "inLanguage",
  "image",
  "authors",
  "tags",
] as const;

/** Name of a field beside the content. */
export type EditorField = (typeof editorFields)[number];

/** The fields of the editor's form, as texts. */
export interface EditorText extends Record<EditorField, string> {
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
export function editorTextIn(form: FormData): EditorText {
  const content = form.get("content");
  const fields = Object.fromEntries(editorFields.map((name) => [name, textOf(form, name)]));
  return {
    ...(fields as Record<EditorField, string>),
    version: textOf(form, "version"),
    tag: textOf(form, "tag"),
    format: textOf(form, "format") === "html" ? "html" : "markdown",
    dialect: textOf(form, "dialect"),
    content: typeof content === "string" ? content.replaceAll("\r\n", "\n") : "",
  };
}

/** Returns the text of a working copy. */
export function textOfCopy(copy: WorkingCopy): EditorText {
  return { ...shownTextOf(copy), version: copy.version, tag: copy.baseTag };
}

/** Returns the text of a post, as the base of a new working copy. */
export function textOfPost(post: StoredPostWithHtml): EditorText {
  return { ...shownTextOf(post), version: "", tag: postTag(post) };
}

type Shown = Pick<
  WorkingCopy,
  "html" | "markdown" | "markdownDialect" | (typeof textFields)[number] | "tags"
> &
  Byline;

function shownTextOf(text: Shown): Omit<EditorText, "version" | "tag"> {
  const { markdown, html = "", markdownDialect = "", tags = [] } = text;
  return {
    name: onOneLine(text.name),
    description: withLineFeeds(text.description ?? ""),
    articleSection: onOneLine(text.articleSection ?? ""),
    inLanguage: text.inLanguage ?? "",
    image: text.image ?? "",
    authors: authorNames(text).join("\n"),
    tags: tags.join("\n"),
    format: markdown === undefined ? "html" : "markdown",
    dialect: markdown === undefined ? "" : markdownDialect,
    content: withLineFeeds(markdown ?? html),
  };
}

/** Returns a text with the line breaks that a browser's text area has. */
function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
}

/** Returns a text for a single-line input, which would join the words around a line break. */
function onOneLine(text: string): string {
  return linesOf(withLineFeeds(text)).join(" ");
}

/** Returns true if two texts have the same fields and content, whatever they started from. */
export function isSameText(one: EditorText, other: EditorText): boolean {
  const names = [...editorFields, "format", "content"] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Converts the form to the input of a working copy. Empty fields are left out. */
export function toCopyInput(text: EditorText): WorkingCopyInput {
  const { name, format, content, tag, ...rest } = text;
  const fields = Object.fromEntries(
    textFields.flatMap((field) => (field === "name" || rest[field] === "" ? [] : [[field, rest[field]]])),
  );
  const dialect = markdownDialects.find((one) => one === rest.dialect);
  const tags = linesOf(rest.tags);
  return {
    name,
    ...fields,
    ...bylineOf(linesOf(rest.authors)),
    ...(tags.length > 0 && { tags }),
    ...(format === "html"
      ? { html: content }
      : { markdown: content, ...(dialect && { markdownDialect: dialect }) }),
    base: tag,
  };
}

/** A single author is stored as `author`. */
function bylineOf(authors: readonly string[]): Byline {
  const [author] = authors;
  if (author === undefined) return {};
  return authors.length > 1 ? { authors } : { author };
}
