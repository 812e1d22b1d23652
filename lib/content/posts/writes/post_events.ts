import type { Change, PostEventData, PreviousPostFields } from "../../../events/mod.ts";
import { isEqualJson } from "../../../base/is_equal_json.ts";
import { isPublic } from "../post_record.ts";
import type { StoredPost } from "../post_forms.ts";
import { updatedAtOf } from "../post_times.ts";

/** A post before and after a write. Null: the post does not exist. */
export interface PostWrite {
  before: StoredPost | null;
  after: StoredPost | null;
}

/**
 * Returns the events of a write. Only changes that a client of the public API could have seen are events, so an edit of a draft has none.
 *
 * @param now milliseconds since the epoch
 */
export function postEvents({ before, after }: PostWrite, now: number): Change[] {
  const wasPublic = before !== null && isPublic(before, now);
  const isNowPublic = after !== null && isPublic(after, now);
  if (!wasPublic) return isNowPublic ? [{ type: "post.published", data: toEventData(after, now) }] : [];
  if (after === null) {
    const data = { ...toEventData(before, now), revision: before.revision + 1 };
    return [{ type: "post.deleted", data }];
  }
  const data = { ...toEventData(after, now), ...previousOf(before, after) };
  // A client knows the post only by the slug that it had while it was public.
  if (!isNowPublic) return [{ type: "post.unpublished", data: { ...data, slug: before.slug } }];
  if (after.slug === before.slug) return [{ type: "post.updated", data }];
  return [{ type: "post.moved", data: { ...data, previousSlug: before.slug } }];
}

/** Returns the public fields of a post at `now` for its events. */
export function toEventData(post: StoredPost, now: number): PostEventData {
  const { id, slug, revision, name, articleSection, inLanguage, tags = [], publishedAt } = post;
  const updatedAt = updatedAtOf(post, now);
  const data = { id, slug, revision, name, section: articleSection, language: inLanguage, tags, updatedAt };
  return publishedAt === undefined ? data : { ...data, publishedAt };
}

function previousOf(before: StoredPost, after: StoredPost): { previous?: PreviousPostFields } {
  const previous: PreviousPostFields = {};
  if (before.articleSection !== after.articleSection) previous.section = before.articleSection;
  if (before.inLanguage !== after.inLanguage) previous.language = before.inLanguage;
  const tags = before.tags ?? [];
  if (!isEqualJson(tags, after.tags ?? [])) previous.tags = tags;
  return Object.keys(previous).length === 0 ? {} : { previous };
}
