import { contentIfReadable, type FoundPost, readableContent } from "./find_post.ts";
import { contentIn, type PostContent } from "./post_content.ts";

/**
 * Returns the content of a post after a change. New HTML drops the Markdown, because the Markdown is no longer its source.
 *
 * @throws {DamagedRecordError} if the content is damaged, and the changes do not replace it
 */
export function contentAfter(changes: Partial<PostContent>, found: FoundPost): PostContent {
  const { html, markdown } = changes;
  if (html === undefined) return readableContent(found);
  if (markdown !== undefined) return contentIn(changes);
  const before = contentIfReadable(found);
  return before?.html === html ? before : { html };
}
