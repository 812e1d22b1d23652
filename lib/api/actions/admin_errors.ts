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

/** A write would publish a post or make it a draft, and does not decide about its unpublished changes. Over HTTP: 409. */
export class UnpublishedChangesError extends Error {
  override name = "UnpublishedChangesError";
  readonly title: string;
  /** Version of the text with the changes. */
  readonly version: string;
  /** The user who saved the changes last, if known, and the time. */
  readonly mark: CopyMark;

  /** @param changes.isDraft true if the write makes the post a draft with another text. Default: it publishes the post */
  constructor(
    { name, slug }: Pick<StoredPost, "name" | "slug">,
    { version, mark, isDraft = false }: { version: string; mark: CopyMark; isDraft?: boolean },
  ) {
    const saved = `saved at ${mark.at}${mark.by === undefined ? "" : ` by ${mark.by}`}`;
    const { refused, allowed } = isDraft ? makingDraft : publishing;
    super(`${refused}: "${slug}" has unpublished changes, ${saved}. ${allowed}`);
    this.title = name;
    this.version = version;
    this.mark = mark;
  }
}

const publishing = {
  refused: "Cannot publish the post",
  allowed: "Set `changes` to `publish` to publish them, too, or to `leave` to keep them unpublished",
};

const makingDraft = {
  refused: "Cannot make the post a draft with another text",
  allowed: "Send only the status to make them the text of the draft, or discard them first",
};

/** A working copy of a draft is to be saved. The text of a draft is the draft itself. Over HTTP: 409. */
export class DraftTextError extends Error {
  override name = "DraftTextError";

  constructor(slug: string) {
    super(
      `Cannot save the working copy: "${slug}" is a draft, which is its own working copy. Change the post itself`,
    );
  }
}
