import { sha256Hex } from "../../../base/secrets/sha256.ts";
import type { StoredPost } from "../post_forms.ts";

/**
 * Form of a post's tags: its id, the number of its revision, the saves of a draft since then, and `scheduled`. A digest of the mark of unpublished
 * changes can follow.
 */
export const postTagPattern: RegExp =
  /^(\d{1,15})-(\d{1,15})(?:\.(\d{1,15}))?(?:-scheduled)?(?:~[\da-f]{16})?$/;

/** The parts of a post that decide its tag. */
export type TaggedPost = Pick<StoredPost, "id" | "revision" | "saves">;

/** Returns the tag of one write of one post, such as `12-3`, or `12-3.5` after 5 saves of a draft. No other write of any post has the same tag. */
export function postTag({ id, revision, saves }: TaggedPost): string {
  return saves === undefined ? `${id}-${revision}` : `${id}-${revision}.${saves.count}`;
}

/**
 * Returns the tag of a post as it is shown. Other than {@link postTag}, it changes when a scheduled post becomes public, and with the shown mark of its
 * unpublished changes.
 */
export function shownTag(post: TaggedPost & Pick<StoredPost, "status">, mark?: object): string {
  const tag = post.status === "scheduled" ? `${postTag(post)}-scheduled` : postTag(post);
  return mark === undefined ? tag : `${tag}~${sha256Hex(JSON.stringify(mark)).slice(0, 16)}`;
}

/** True if a tag is that of the post's last write. The post may have become public since, and its unpublished changes may have changed. */
export function isTagOf(tag: string, post: TaggedPost): boolean {
  return tag.replace(/(?:-scheduled)?(?:~[\da-f]{16})?$/, "") === postTag(post);
}
