import { validate } from "../../base/input/validate.ts";
import type { PostContent } from "../posts/post_content.ts";
import type { StoredPost, ValidPostInput, WorkingCopyText } from "../posts/post_forms.ts";
import { postInput } from "../posts/post_input.ts";
import type { WorkingCopy } from "./read_working_copy.ts";

/**
 * Returns the content of a working copy. Markdown is rendered as in an upload.
 *
 * @throws {InvalidInputError} if the Markdown cannot be read
 */
export type RenderCopy = (
  copy: WorkingCopyText,
  context: { organizationSlug: string; slug: string; action: string },
) => Promise<PostContent>;

/**
 * Returns the input that replaces the text of a post with that of its working copy. Status and times stay.
 *
 * @throws {InvalidInputError} if the text does not fit the limits of posts
 */
export function inputOfCopy(
  { slug, isAccessibleForFree, translations, aliases }: StoredPost,
  copy: WorkingCopy,
  { content, action }: { content: PostContent; action: string },
): ValidPostInput {
  const input = {
    ...fieldsOfCopy(copy),
    ...content,
    slug,
    isAccessibleForFree,
    ...(translations !== undefined && { translations }),
    ...(aliases !== undefined && { aliases }),
  };
  return validate(postInput, input, action);
}

/** Returns the fields of a working copy, without its content. */
export function fieldsOfCopy({
  version: _version,
  baseTag: _baseTag,
  baseRevision: _baseRevision,
  at: _at,
  by: _by,
  via: _via,
  html: _html,
  markdown: _markdown,
  markdownDialect: _dialect,
  ...text
}: WorkingCopy): Omit<WorkingCopyText, keyof PostContent> {
  return text;
}
