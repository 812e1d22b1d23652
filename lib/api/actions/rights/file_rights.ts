import type { MediaRights } from "../../../media/mod.ts";
import { type AdminActor, isPermitted } from "../admin_actor.ts";
import { MissingPermissionError } from "../admin_errors.ts";
import { canSee, isOwn } from "./post_rights.ts";

/** True if an actor with `media:write` may change and delete a file: it is an own file, or the actor may write all posts. */
export function canChangeFile(actor: AdminActor, file: { createdBy?: string }): boolean {
  return isPermitted(actor, "posts:write") || isOwn(actor, file);
}

/** Returns the rights of an actor on files, and on the posts that show them, at a time. */
export function fileRightsOf(actor: AdminActor, now: number): MediaRights {
  return {
    judge: (file) => {
      if (!canChangeFile(actor, file)) throw new MissingPermissionError("posts:write");
    },
    isVisible: (post) => canSee(actor, post, now),
  };
}
