import { versionOfCopy } from "../../../content/mod.ts";
import type { PublishOptions } from "../post_text.ts";
import type { AdminPostAddress } from "../admin_actor.ts";
import type { AdminDeps } from "../admin_deps.ts";
import { UnpublishedChangesError } from "../admin_errors.ts";
import { requirePublishable, requireWritable } from "../rights/post_rights.ts";
import { markOf } from "./shown_text.ts";

/** Status that a write gives a post beside other fields, and its decision about the working copy. */
interface Decision extends Pick<PublishOptions, "changes"> {
  status: unknown;
}

/**
 * Checks that a write of a post with its status decides about the working copy of the post.
 *
 * @throws {MissingPermissionError} if the actor may not give the post the status
 * @throws {UnpublishedChangesError} if the write does not decide
 */
export async function requireDecided(
  { posts, workingCopies }: Pick<AdminDeps, "posts" | "workingCopies">,
  { actor, slug }: AdminPostAddress,
  { status, changes }: Decision,
): Promise<void> {
  const isDraft = status === "draft";
  const publishes = status === "published" || status === "scheduled";
  if (!isDraft && (!publishes || changes !== undefined)) return;
  const { organizationSlug } = actor;
  const [post] = await posts.getHeads(organizationSlug, [slug]);
  if (post !== undefined) {
    const judge = publishes || post.status !== "draft" ? requirePublishable : requireWritable;
    judge(actor, post);
  }
  const copy = post === undefined ? null : await workingCopies.ofPost(organizationSlug, post.id);
  if (post === undefined || copy === null) return;
  throw new UnpublishedChangesError(post, { version: versionOfCopy(copy), mark: markOf(copy), isDraft });
}
