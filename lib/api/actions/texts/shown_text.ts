import {
  type PostRevision,
  postTag,
  postTagPattern,
  type PostWriteOptions,
  requireExpected,
  revisedContent,
  type StoredPostWithHtml,
  textIn,
  textSeparator,
  type UnfinishedFields,
  versionOfCopy,
  type WorkingCopy,
  WorkingCopyConflictError,
  type WorkingCopyText,
} from "../../../content/mod.ts";
import { NotFoundError, PreconditionFailedError } from "../../../base/errors.ts";
import { given } from "../../../base/given.ts";

/** The place of a writer's text: the draft itself, the working copy of a post, or the post if its text is unchanged. */
export type TextPlace = "draft" | "working-copy" | "post";

/** The text of a post that its writers see. */
export interface ShownText {
  /** The stored post. */
  post: StoredPostWithHtml;
  text: WorkingCopyText;
  /** Texts of fields that are not valid yet. Empty for posts that are no drafts. */
  unfinished: UnfinishedFields;
  /** Changes with every save. It is the value for `ifMatch`. */
  version: string;
  savedAs: TextPlace;
  /** Id of the user who saved the text last, if known. */
  by?: string;
  /** Time of the last save, in RFC 3339. Missing if the last revision has the text. */
  at?: string;
  /** Tag of the post that the text started from. */
  baseTag: string;
}

/** A saved text. */
export type SavedText = Pick<ShownText, "post" | "version" | "savedAs" | "by" | "at" | "baseTag">;

/** Conditions on a post and its text. */
export interface TextConditions extends Pick<PostWriteOptions, "ifMatch" | "ifNoneMatch"> {
  /** Version of the text. Default: any version. */
  version?: string;
}

/** Returns the text that writers see of a post. */
export function shownText(post: StoredPostWithHtml, copy: WorkingCopy | null): ShownText {
  if (copy !== null) {
    const savedAs = post.status === "draft" ? "draft" : "working-copy";
    return { ...savedCopy(post, copy), savedAs, text: textIn(copy), unfinished: {} };
  }
  const { unfinished = {} } = post;
  const saved = post.status === "draft" ? savedIn(post) : savedPost(post);
  return { ...saved, text: textIn(post), unfinished };
}

export function savedIn(post: StoredPostWithHtml): SavedText {
  const { by, at } = post.saves ?? {};
  return { ...savedPost(post), savedAs: "draft", ...given({ by, at }) };
}

export function savedPost(post: StoredPostWithHtml): SavedText {
  const tag = postTag(post);
  return { post, version: tag, savedAs: "post", baseTag: tag };
}

export function savedCopy(post: StoredPostWithHtml, copy: WorkingCopy): SavedText {
  const { baseTag, by, at } = copy;
  return { post, version: versionOfCopy(copy), savedAs: "working-copy", baseTag, at, ...given({ by }) };
}

/**
 * Returns the text of a revision as a working copy. HTML that was not rendered from its Markdown is restored without the Markdown.
 *
 * @throws {NotFoundError} if the revision does not exist, or its content was too long to be stored
 */
export function textOfRevision(
  post: StoredPostWithHtml,
  revisions: readonly PostRevision[],
  { number, action }: { number: number; action: string },
): WorkingCopyText {
  const index = revisions.findIndex((one) => one.number === number);
  const revision = revisions[index];
  if (revision === undefined) throw new NotFoundError(`${action}: "${post.slug}" has no such revision`);
  const content = revisedContent([revision, ...revisions.slice(0, index).toReversed()], post);
  if (content === undefined) throw new NotFoundError(`${action}: its HTML was too long to be stored`);
  const { html, markdown, markdownDialect } = content;
  const { html: _html, ...fields } = textIn(revision.post);
  return markdownDialect === undefined
    ? { ...fields, html }
    : { ...fields, ...given({ markdown, markdownDialect }) };
}

/** Returns the parts of the version of a text. */
export function partsOfVersion(version: string): { id: number; tag: string; copyVersion: string | null } {
  const [tag = "", ...rest] = version.split(textSeparator);
  const [, id] = postTagPattern.exec(tag) ?? [];
  if (id === undefined)
    throw new PreconditionFailedError(`Cannot save the text: the version must be that of the shown text`);
  return { id: Number(id), tag, copyVersion: rest.length === 0 ? null : rest.join(textSeparator) };
}

/** @throws {PreconditionFailedError} if the post or its text has another version */
export function requireVersion(
  { post, copy }: { post: StoredPostWithHtml; copy: WorkingCopy | null },
  { version, ...conditions }: TextConditions,
  action: string,
): void {
  requireExpected(post, conditions, action);
  const shown = shownText(post, copy).version;
  if (version === undefined || version === shown) return;
  if (copy !== null) throw otherCopy(action, copy);
  requireExpected(post, { ifMatch: [version] }, action);
}

export function otherCopy(action: string, copy: WorkingCopy): WorkingCopyConflictError {
  const message = `${action}: the post has unpublished changes of another version. Open them first`;
  return new WorkingCopyConflictError(message, copy);
}
