import {
  type CustomField,
  type CustomValues,
  markdownPostInput,
  type PostChanges,
  type PostContent,
  type PostInput,
  withoutChangedByline,
} from "../../content/mod.ts";
import type { TextWork } from "../../import/text_work/mod.ts";
import { InvalidInputError } from "../../base/errors.ts";
import { onFirstUse } from "../../base/first_use.ts";
import { isObject, withoutNulls } from "../../base/input/patch_of.ts";
import { validate } from "../../base/input/validate.ts";

/**
 * A post with HTML, or with Markdown and front matter. Fields next to `markdown` override the front matter. With both, the
 * HTML is served, and the Markdown is kept as its source.
 */
export type PostUpload = PostInput | ({ markdown: string } & Partial<Omit<PostInput, "html" | "markdown">>);

/** Dependencies of the reading of Markdown. */
export interface UploadContext {
  /** Milliseconds since the epoch. */
  now: number;
  textWork: TextWork;
  /** Returns the fields of the organization's posts. Called only for Markdown. Default: only the content is needed. */
  postFields?: () => Promise<readonly CustomField[] | undefined>;
}

/** Most hosts never read Markdown. */
const loadReader = onFirstUse(() => import("../../import/mod.ts"));

/**
 * Converts an upload to a post's input.
 *
 * @param options.now milliseconds since the epoch, compared with an expiry date in the front matter
 * @param options.slug the slug if neither the upload nor its front matter has one
 * @throws {InvalidInputError} if a field is not allowed next to the Markdown, or the front matter cannot be read
 */
export async function toPostInput(
  upload: PostUpload,
  action: string,
  { now, slug = "", textWork, postFields }: UploadContext & { slug?: string },
): Promise<PostInput> {
  if (!("markdown" in upload) || "html" in upload) return upload;
  const { markdown, markdownDialect, ...fields } = validate(markdownPostInput, upload, action);
  const defined = await postFields?.();
  const input = {
    markdown,
    slug,
    now,
    ...(markdownDialect && { dialect: markdownDialect }),
    ...(defined && { postFields: defined }),
  };
  const read = await textWork.run({
    name: "readMarkdown",
    input,
    length: markdown.length,
    inline: async () => (await loadReader()).readMarkdownPost(input),
  });
  if ("refused" in read) throw invalidMarkdown(action, read.refused);
  const custom = withValues(read.post.custom, fields.custom);
  const values = custom && { custom };
  return withoutEmpty({ ...withoutChangedByline(read.post, fields), ...fields, ...values });
}

/** Merges values by name. Values that are no object stay, because the validation of the post reports them. */
function withValues(
  values: CustomValues | undefined,
  changes: CustomValues | null | undefined,
): CustomValues | null | undefined {
  if (changes === undefined || (values !== undefined && !isObject(values))) return values;
  return isObject(changes) ? { ...values, ...changes } : changes;
}

/** Removes empty fields, except the content. Without a slug, the slug is created from the name in the front matter. */
function withoutEmpty(input: PostInput): PostInput {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== "" || name === "html" || name === "markdown"),
  ) as unknown as PostInput;
}

/**
 * Converts an upload to the changes of a post. Only fields that the upload or its front matter contains are changed. Markdown
 * without a dialect keeps the post's dialect, and a dialect alone renders the post's Markdown again.
 *
 * @param options.before the present post. It may be null unless {@link needsPost} returns true
 * @throws {InvalidInputError} as {@link toPostInput}
 */
export async function toPostChanges(
  changes: PostChanges,
  action: string,
  { before, ...options }: UploadContext & { before: PostContent | null },
): Promise<PostChanges> {
  const { html, markdown, markdownDialect } = changes;
  if (typeof markdown === "string" ? typeof html === "string" : !hasOnlyDialect(changes)) return changes;
  const text = markdown ?? before?.markdown;
  const dialect = markdownDialect === undefined ? before?.markdownDialect : markdownDialect;
  if (text === undefined) return changes;
  const { html: _html, markdownDialect: _dialect, custom, ...others } = changes;
  const upload = { ...withoutNulls(others), markdown: text, ...(dialect && { markdownDialect: dialect }) };
  const input = await toPostInput(upload, action, options);
  const merged = withValues(input.custom, custom);
  return { ...input, ...nullsIn(others), ...(merged !== undefined && { custom: merged }) };
}

/** True if the new HTML depends on the present Markdown or its dialect. */
export function needsPost(changes: PostChanges): boolean {
  const { markdown, html, markdownDialect } = changes;
  const hasMarkdown = typeof markdown === "string" && typeof html !== "string";
  return hasMarkdown ? markdownDialect === undefined : hasOnlyDialect(changes);
}

function hasOnlyDialect({ html, markdown, markdownDialect }: PostChanges): boolean {
  return html === undefined && markdown === undefined && typeof markdownDialect === "string";
}

/** Returns the fields that changes remove. */
function nullsIn(changes: PostChanges): PostChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value === null));
}

function invalidMarkdown(action: string, message: string): InvalidInputError {
  return new InvalidInputError(action, [{ pointer: "/markdown", message }]);
}
