import {
  type JudgedPost,
  type OwnedPost,
  type PostWriter,
  statusAt,
  type StoredPost,
} from "../../../content/mod.ts";
import { isEqualJson } from "../../../base/is_equal_json.ts";
import { type AdminActor, isPermitted, readWithKeyOf, signatureOf } from "../admin_actor.ts";
import { MissingPermissionError } from "../admin_errors.ts";

/** The part of a post that decides who may see it. */
type VisiblePost = Pick<StoredPost, "status" | "publishedAt" | "createdBy">;

/** True if an actor may write posts: all, or own posts. */
export function canWritePosts(actor: AdminActor): boolean {
  return isPermitted(actor, "posts:write-own");
}

/** True if an actor with `posts:read` may see a post at a time: it is public, or the actor may change its text. */
export function canSee(actor: AdminActor, post: VisiblePost, now: number): boolean {
  return canWrite(actor, post) || statusAt(post, now) === "published";
}

/** True if an actor may change the text of a post, which readers see after a publication. */
export function canWrite(actor: AdminActor, post: OwnedPost): boolean {
  return isPermitted(actor, "posts:write") || (canWritePosts(actor) && isOwn(actor, post));
}

/** True if an actor may change what readers see of a post: publish, schedule, unpublish, archive, rename or delete it. */
export function canPublish(actor: AdminActor, post: OwnedPost): boolean {
  return (
    isPermitted(actor, "posts:write") || (isPermitted(actor, "posts:publish-own") && canWrite(actor, post))
  );
}

/** @throws {MissingPermissionError} if the actor may write no post */
export function requireWriter(actor: AdminActor): void {
  if (!canWritePosts(actor)) throw new MissingPermissionError("posts:write");
}

/** @throws {MissingPermissionError} if the actor may not change the text of the post */
export function requireWritable(actor: AdminActor, post: OwnedPost): void {
  if (!canWrite(actor, post)) throw new MissingPermissionError("posts:write");
}

/** @throws {MissingPermissionError} if the actor may not change what readers see of the post */
export function requirePublishable(actor: AdminActor, post: OwnedPost): void {
  if (canPublish(actor, post)) return;
  throw new MissingPermissionError(canWrite(actor, post) ? "posts:publish-own" : "posts:write");
}

/** The author of a write, with the judge of the post that is written. */
export type JudgedWriter = Pick<PostWriter, "by" | "via" | "judge">;

/**
 * Returns the author of a write. The judge refuses a post that the actor may not write, also if the post of the address has changed since the
 * actor read it.
 *
 * @throws {MissingPermissionError} if the actor may write no post
 */
export function writerOf(actor: AdminActor): JudgedWriter {
  requireWriter(actor);
  if (isPermitted(actor, "posts:write")) return signatureOf(actor);
  return {
    ...signatureOf(actor),
    judge: {
      requireWritable: (post) => requireWritable(actor, post),
      requireWrite: (before, after) => requireWrite(actor, before, after),
    },
  };
}

/** Returns the author of a write of a post, with the records that were read with the key. */
export function writerWithReads(actor: AdminActor): JudgedWriter & Pick<PostWriter, "state"> {
  return { ...writerOf(actor), state: readWithKeyOf(actor).state };
}

function requireWrite(
  actor: AdminActor,
  before: (OwnedPost & JudgedPost) | null,
  after: JudgedPost | null,
): void {
  const post = before ?? { createdBy: actor.userId };
  if (isSeenByReaders(before, after)) requirePublishable(actor, post);
  else requireWritable(actor, post);
}

/** True if readers can see a write. Aliases are redirects, which drafts have, too. */
function isSeenByReaders(before: JudgedPost | null, after: JudgedPost | null): boolean {
  const isDraft = [before, after].every((post) => post === null || post.status === "draft");
  return !isDraft || (after !== null && !isEqualJson(before?.aliases ?? [], after.aliases ?? []));
}

/** True if an actor created a post or a file. */
export function isOwn({ userId }: AdminActor, { createdBy }: OwnedPost): boolean {
  return userId !== "" && createdBy === userId;
}
