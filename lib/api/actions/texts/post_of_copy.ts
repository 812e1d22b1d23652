import {
  contentIn,
  copiedFields,
  type CountWords,
  fieldsOfCopy,
  type Organization,
  type PostContent,
  type RenderCopy,
  type StoredPostWithHtml,
  valuesAfter,
  visibleValues,
  type WorkingCopy,
  type WorkingCopyText,
} from "../../../content/mod.ts";
import type { Clock } from "../../../base/time/clock.ts";
import type { TextWork, TextWorks } from "../../../import/text_work/mod.ts";
import { toPostInput } from "../post_upload.ts";

/**
 * Returns the content of a working copy. Markdown is rendered as in an upload.
 *
 * @throws {InvalidInputError} if the Markdown cannot be read
 */
export async function contentOfCopy(
  { name, html, markdown, markdownDialect }: WorkingCopyText,
  action: string,
  options: { now: number; slug: string; textWork: TextWork },
): Promise<PostContent> {
  if (markdown === undefined) return contentIn({ ...(html !== undefined && { html }) });
  const upload = { name, markdown, ...(markdownDialect && { markdownDialect }) };
  return contentIn(await toPostInput(upload, action, options));
}

/** Returns the function that renders working copies of all organizations. */
export function copyRenderer({ clock, textWork }: { clock: Clock; textWork: TextWorks }): RenderCopy {
  return async (copy, { organizationSlug, slug, action }) =>
    contentOfCopy(copy, action, { slug, now: clock.now(), textWork: textWork.of(organizationSlug) });
}

/** Returns a post with the text of its working copy, as it will be stored. */
export async function postOfCopy(
  organization: Organization,
  {
    post,
    copy,
    content,
    countWords,
  }: { post: StoredPostWithHtml; copy: WorkingCopy; content: PostContent; countWords: CountWords },
): Promise<StoredPostWithHtml> {
  const replaced: ReadonlySet<string> = new Set(copiedFields);
  const kept = Object.fromEntries(Object.entries(post).filter(([name]) => !replaced.has(name))) as Omit<
    StoredPostWithHtml,
    keyof WorkingCopyText
  >;
  const {
    articleSection = organization.section,
    inLanguage = organization.language,
    custom: given,
    ...text
  } = fieldsOfCopy(copy);
  const values = valuesAfter(organization, {
    ...(post.custom && { before: post.custom }),
    ...(given && { given }),
    write: "copy",
  });
  const custom = visibleValues(organization, values);
  return {
    ...kept,
    ...text,
    ...content,
    articleSection,
    inLanguage,
    ...(Object.keys(custom).length > 0 && { custom }),
    wordCount: await countWords(content.html, organization.slug),
  };
}
