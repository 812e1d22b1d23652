import type { StoredPost } from "../posts/post_forms.ts";
import { type CopyMark, markOf, versionOfCopy, type WorkingCopy } from "./read_working_copy.ts";

/** A write would publish a post or make it a draft, and does not decide about its unpublished changes. Over HTTP: 409. */
export class UnpublishedChangesError extends Error {
  override name = "UnpublishedChangesError";
  readonly title: string;
  /** Version of the text with the changes. */
  readonly version: string;
  /** The user who saved the changes last, if known, and the time. */
  readonly mark: CopyMark;

  /** @param options.isDraft true if the write makes the post a draft with another text. Default: it publishes the post */
  constructor(
    { name, slug }: Pick<StoredPost, "name" | "slug">,
    copy: WorkingCopy,
    { isDraft = false }: { isDraft?: boolean } = {},
  ) {
    const mark = markOf(copy);
    const saved = `saved at ${mark.at}${mark.by === undefined ? "" : ` by ${mark.by}`}`;
    const { refused, allowed } = isDraft ? makingDraft : publishing;
    super(`${refused}: "${slug}" has unpublished changes, ${saved}. ${allowed}`);
    this.title = name;
    this.version = versionOfCopy(copy);
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
