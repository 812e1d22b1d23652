import { withoutNulls, type PatchOf } from "../../../base/input/patch_of.ts";
import { withoutChangedByline } from "../byline.ts";
import type { WrittenFields } from "./complete_post.ts";
import { type FoundPost, contentIfReadable, readableContent } from "../find_post.ts";
import type { UnfinishedFields, ValidPostInput } from "../post_forms.ts";
import { contentOf, changedFields, type WrittenPost } from "../post_revision.ts";
import { contentIn, type PostContent } from "../post_content.ts";
import { keepsUpdatedAt } from "../post_times.ts";

/** Returns the fields of a post after changes (RFC 7396). Status, times and `custom` are missing if the changes do not name them. */
export function fieldsAfter(changes: PatchOf<ValidPostInput>, found: FoundPost): WrittenFields {
  const { data } = found.post;
  const { publishedAt, updatedAt, custom } = changes;
  const kept = { ...withoutChangedByline(contentOf(data), changes), slug: data.slug };
  const {
    html: _html,
    markdown: _markdown,
    markdownDialect: _dialect,
    custom: _custom,
    ...merged
  } = { ...kept, ...changes };
  return {
    ...withoutNulls(merged),
    ...contentAfter(changes, found),
    ...(publishedAt !== undefined && { publishedAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(custom !== undefined && { custom }),
    ...(data.unfinished && { unfinished: stillUnfinished(data.unfinished, changes) }),
  };
}

/** Returns the unfinished fields that changes do not name. */
function stillUnfinished(unfinished: UnfinishedFields, changes: PatchOf<ValidPostInput>): UnfinishedFields {
  const named = new Set([
    ...Object.keys(changes),
    ...Object.keys(changes.custom ?? {}).map((name) => `custom.${name}`),
    ...(changes.html === undefined ? [] : ["markdown"]),
  ]);
  return Object.fromEntries(Object.entries(unfinished).filter(([name]) => !named.has(name)));
}

/**
 * Returns the content of a post after a change. New HTML drops the Markdown, because the Markdown is no longer its source. `null` removes the
 * HTML, the Markdown or its dialect.
 *
 * @throws {DamagedRecordError} if the content is damaged, and the changes do not replace it
 */
function contentAfter(changes: PatchOf<Partial<PostContent>>, found: FoundPost): PostContent {
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

/** True if a write of these fields at `now` changes nothing of a post. */
export function isUnchanged(
  found: FoundPost,
  written: WrittenPost,
  { fields, now }: { fields: WrittenFields; now: string },
): boolean {
  const { data: post } = found.post;
  const content = contentIfReadable(found);
  return (
    content !== undefined &&
    keepsUpdatedAt(fields, post, now) &&
    changedFields({ post, content }, written).length === 0
  );
}
