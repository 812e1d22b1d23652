import { withoutNulls, type PatchOf } from "../../../base/input/patch_of.ts";
import { withoutChangedByline } from "../byline.ts";
import type { WrittenFields } from "./complete_post.ts";
import { contentAfter } from "./content_after.ts";
import type { FoundPost } from "../find_post.ts";
import type { ValidPostInput } from "../post_forms.ts";
import { contentOf } from "../post_revision.ts";

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
  };
}
