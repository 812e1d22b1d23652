import type { Permission } from "../../access/mod.ts";
import type { CopyMark, StoredPost } from "../../content/mod.ts";

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
  readonly title: string;
  /** Version of the text with the changes. */
  readonly version: string;
  /** The user who saved the changes last, if known, and the time. */
  readonly mark: CopyMark;

  constructor(
    { name, slug }: Pick<StoredPost, "name" | "slug">,
    { version, mark }: { version: string; mark: CopyMark },
  ) {
    const saved = `saved at ${mark.at}${mark.by === undefined ? "" : ` by ${mark.by}`}`;
    super(
      `Cannot publish the post: "${slug}" has unpublished changes, ${saved}. Choose "publish" to publish them, too, or "leave" to keep them unpublished`,
    );
    this.title = name;
    this.version = version;
    this.mark = mark;
  }
}
