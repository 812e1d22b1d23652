import type { PatchOf } from "../../../base/input/patch_of.ts";
import { contentIfReadable, type FoundPost, readableContent } from "../find_post.ts";
import { contentIn, type PostContent } from "../post_content.ts";

/**
 * Returns the content of a post after a change. New HTML drops the Markdown, because the Markdown is no longer its source. `null` removes the
 * HTML, the Markdown or its dialect.
 *
 * @throws {DamagedRecordError} if the content is damaged, and the changes do not replace it
 */
export function contentAfter(changes: PatchOf<Partial<PostContent>>, found: FoundPost): PostContent {
  const { html, markdown, markdownDialect } = changes;
  if (html === undefined) {
    const before = readableContent(found);
    return markdown === null || markdownDialect === null ? withoutNamed(before, changes) : before;
  }
  const named = html ?? "";
  if (typeof markdown === "string") {
    return contentIn({ html: named, markdown, ...(markdownDialect && { markdownDialect }) });
  }
  const before = contentIfReadable(found);
  return before?.html === named ? withoutNamed(before, changes) : { html: named };
}

function withoutNamed(
  { html, markdown, markdownDialect }: PostContent,
  changes: PatchOf<Partial<PostContent>>,
): PostContent {
  if (markdown === undefined || changes.markdown === null) return { html };
  const hasDialect = markdownDialect !== undefined && changes.markdownDialect !== null;
  return hasDialect ? { html, markdown, markdownDialect } : { html, markdown };
}
