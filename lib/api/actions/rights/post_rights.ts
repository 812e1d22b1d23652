import type { StoredPost } from "../../../content/mod.ts";
import { type AdminActor, isPermitted } from "../admin_actor.ts";
import { MissingPermissionError } from "../admin_errors.ts";

/** The part of a post that decides who may change it. */
type OwnedPost = Pick<StoredPost, "createdBy">;

/** True if an actor may write posts: all, or own posts. */
export function canWritePosts(actor: AdminActor): boolean {
  return isPermitted(actor, "posts:write") || isPermitted(actor, "posts:write-own");
}

/** True if an actor may change the text of a post, which readers see after a publication. */
export function canWrite(actor: AdminActor, post: OwnedPost): boolean {
  return isPermitted(actor, "posts:write") || (isPermitted(actor, "posts:write-own") && isOwn(actor, post));
}

/** True if an actor may change what readers see of a post: publish, schedule, unpublish, archive, rename or delete it. */
export function canPublish(actor: AdminActor, post: OwnedPost): boolean {
  return isPermitted(actor, "posts:write") || (isPermitted(actor, "posts:publish-own") && isOwn(actor, post));
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

function isOwn({ userId }: AdminActor, { createdBy }: OwnedPost): boolean {
  return userId !== "" && createdBy === userId;
}
