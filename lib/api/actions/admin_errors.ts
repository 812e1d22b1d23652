import type { Permission } from "../../access/mod.ts";
import type { CopyMark } from "../../content/mod.ts";

/** The actor lacks the permission for an action. Over HTTP: 403. */
export class MissingPermissionError extends Error {
  override name = "MissingPermissionError";
  readonly permission: Permission;

  constructor(permission: Permission) {
    super(`Cannot do this: the permission ${permission} is missing`);
    this.permission = permission;
  }
}

/** The actor would grant or revoke more permissions than they have. Over HTTP: 403. */
export class GrantRefusedError extends Error {
  override name = "GrantRefusedError";
}

/** A post with unpublished changes is to be published, and nothing says if they are published, too. Over HTTP: 409. */
export class UnpublishedChangesError extends Error {
  override name = "UnpublishedChangesError";
  readonly slug: string;
  /** Id of the user who saved the changes, if known. */
  readonly by: string | undefined;
  /** Time of their last save, in RFC 3339. */
  readonly at: string;

  constructor(slug: string, { by, at }: Pick<CopyMark, "by" | "at">) {
    const saved = `saved at ${at}${by === undefined ? "" : ` by ${by}`}`;
    super(
      `Cannot publish the post: "${slug}" has unpublished changes, ${saved}. Choose "publish" to publish them, too, or "leave" to keep them unpublished`,
    );
    this.slug = slug;
    this.by = by;
    this.at = at;
  }
}
