import { choice, fields, integer } from "../../base/input/check_options.ts";
import { systemClock } from "../../base/time/clock.ts";
import {
  type MarkdownDialect,
  markdownDialects,
  type CustomField,
  type CustomValues,
  postFields,
  type PostInput,
  withoutChangedByline,
} from "../../content/mod.ts";
import { rowsOf } from "../../base/fields/field.ts";
import type { KindName } from "../../base/fields/kind.ts";
import { renderMarkdown, MarkdownError } from "../markdown/mod.ts";
import { readFrontMatter, withLowerCaseNames, FrontMatterError } from "../front_matter/front_matter.ts";
import { audienceOf } from "../front_matter/fields/front_matter_audience.ts";
import { customValues } from "../front_matter/fields/custom_values.ts";
import { postFieldsCheck } from "../check_read_options.ts";
import { frontMatterFields, withOneDate } from "../front_matter/fields/front_matter_fields.ts";
import { toPostInput } from "../values/post_fields.ts";
import { isMapping } from "../site_config/config_values.ts";
import type { MarkdownUpload, ReadPost } from "../text_work/mod.ts";

/** Kinds of the fields whose invalid values the validation of the post reports. */
const checkedKinds: ReadonlySet<KindName> = new Set([
  "text",
  "prose",
  "slug",
  "url",
  "language",
  "map",
  "boolean",
]);

/** The fields with invalid values that are reported, with their names in front matter. */
const checkedFields = rowsOf(postFields).flatMap(([field, { kind, on, frontMatter }]) =>
  // The values of the organization's fields have readers of their own.
  field !== "custom" && frontMatter !== undefined && on["input"] !== undefined && checkedKinds.has(kind.name)
    ? [[field, frontMatter[0]] as const]
    : [],
);

/** Options of {@link markdownToPost}. */
export interface MarkdownToPostOptions {
  /** Current time in milliseconds since the epoch. Hugo's `expiryDate` is compared with it. Default: the system time. */
  now?: number;
  /** Default: `editor`. */
  dialect?: MarkdownDialect;
  /** Fields of the organization's posts, as `api.organizations.get` returns them in `postFields`. Default: none. */
  postFields?: readonly CustomField[];
}

const optionsCheck = fields<MarkdownToPostOptions>({
  now: integer(-8.64e15, 8.64e15),
  dialect: choice(...markdownDialects),
  postFields: postFieldsCheck,
});

/**
 * Converts a Markdown file (GFM with footnotes, definition lists and admonitions) to a post's input. The front matter can be YAML, TOML or JSON, with
 * the names that Postern, Jekyll, Hugo, Astro and Eleventy use. The names of the organization's fields count, too. Other names are ignored.
 * The result is not validated: creating the post validates it.
 *
 * @param text the file's content
 * @param slug the default slug, such as the file's name without extension, if the front matter has no `slug`. If it is
 *   empty, the slug comes from the permalink
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {FrontMatterError} if the front matter, or a date in it, cannot be read
 * @throws {MarkdownError} if the Markdown is longer than 4,194,304 characters
 *
 * @example
 * ```ts
 * import { markdownToPost } from "postern/import";
 *
 * const post = markdownToPost("---\ntitle: Hello\n---\n## Why?\n\nBecause.", "hello");
 * post.html; // "<h2>Why?</h2>\n<p>Because.</p>\n"
 * post.markdownDialect; // "editor"
 * ```
 */
export function markdownToPost(text: string, slug: string, options: MarkdownToPostOptions = {}): PostInput {
  optionsCheck(options, { action: "read the post", option: "" });
  const { now = systemClock.now(), dialect = "editor", postFields: ownFields = [] } = options;
  const { data: own, body } = readFrontMatter(text);
  const data = withOneDate(withLowerCaseNames(own));
  const found = frontMatterFields(data, { siteUrl: "" });
  const hasSlug = (data["slug"] ?? "") !== "";
  const raw: Partial<PostInput> = { slug, name: slug, ...rawFields(data) };
  const { name = "" } = found;
  const read = toPostInput({
    ...found,
    name: name === "" ? (raw.name ?? "") : name,
    slug: hasSlug || slug === "" ? found.slug : slug,
  });
  return audienceOf(own, now).applyTo({
    ...withoutChangedByline(raw, read),
    ...read,
    ...customOf(data, ownFields),
    html: renderMarkdown(body, { dialect }).html,
    markdown: body,
    markdownDialect: dialect,
  });
}

/** Returns the values of the organization's fields, if there are any. A text in `custom` is returned as it is, because it is reported later. */
function customOf(
  data: Readonly<Record<string, unknown>>,
  fields: readonly CustomField[],
): Pick<PostInput, "custom"> {
  const { custom: given = null } = data;
  const isMisplaced = given !== null && given !== "" && !isMapping(given);
  const custom = isMisplaced ? (given as CustomValues) : customValues(data, fields);
  return isMisplaced || Object.keys(custom).length > 0 ? { custom } : {};
}

/** Returns a post's fields with unchanged values. The validation of the post reports invalid values. */
function rawFields(data: Readonly<Record<string, unknown>>): Partial<PostInput> {
  const values = checkedFields.map(([field, name]) => [field, data[name] ?? undefined]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Partial<PostInput>;
}

/** Reads a post from a Markdown file. For invalid front matter and Markdown that is too long, returns the reason as text that a worker can send. */
export function readMarkdownPost({ markdown, slug, ...options }: MarkdownUpload): ReadPost {
  try {
    return { post: markdownToPost(markdown, slug, options) };
  } catch (error) {
    if (error instanceof FrontMatterError || error instanceof MarkdownError)
      return { refused: error.message };
    throw error;
  }
}
