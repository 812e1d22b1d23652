import { InvalidInputError } from "../../../base/errors.ts";
import { given } from "../../../base/given.ts";
import type { PatchOf } from "../../../base/input/patch_of.ts";
import { appliedIn, requireBase } from "../../working_copies/applied_copy.ts";
import { UnpublishedChangesError } from "../../working_copies/copy_errors.ts";
import { inputOfCopy } from "../../working_copies/input_of_copy.ts";
import { copyChanged, readWorkingCopy, type WorkingCopy } from "../../working_copies/read_working_copy.ts";
import { wholeOf } from "../find_post.ts";
import type { ValidPostInput } from "../post_forms.ts";
import type { NamedPublication } from "../post_times.ts";
import { shownStored } from "../shown_posts.ts";
import type { WrittenFields } from "./complete_post.ts";
import type { PostWriteOptions } from "./post_precondition.ts";
import { postTag } from "./post_tag.ts";
import {
  type PostsDeps,
  type PutPost,
  type ReplacedPost,
  replacePost,
  type ReplaceOptions,
} from "./replace_post.ts";

/** The decision of a write about the working copy of its post. */
export interface CopyDecision {
  /**
   * Use of the working copy by a write that publishes or schedules the post. `publish` publishes it, too: the write then has at most `publishedAt` beside
   * `status`. `leave` keeps it. Default: a post with a working copy is refused.
   */
  changes?: "publish" | "leave";
  /** Version that the working copy must have for its use. Default: any version. */
  workingCopy?: string;
}

/** A write of an existing post. */
interface TextWrite extends ReplacedPost {
  action: string;
  options: ReplaceOptions;
  /** Status and time of publication, if the write changes nothing else. */
  publication?: NamedPublication;
}

/**
 * Writes a post with the text of its working copy, if the decision is to use it. Returns undefined if it is not, or if there is none.
 *
 * @throws {InvalidInputError} if the write changes more than the publication
 * @throws {WorkingCopyConflictError} if the working copy has another version, or the text of the post has changed since it was started
 */
export async function useCopy(
  deps: PostsDeps,
  write: TextWrite,
  { changes, workingCopy: version }: CopyDecision,
): Promise<PutPost | null | undefined> {
  const { organization, found, action, publication } = write;
  if (changes !== "publish" && version === undefined) return undefined;
  if (publication === undefined || (changes === "publish" && !publishes(publication))) throw notAlone(action);
  const copy = await readWorkingCopy(deps.store, organization.slug, found.post.data.id);
  if (version !== undefined && copy?.version !== version) throw copyChanged(action, copy);
  return copy === null ? undefined : writeCopy(deps, write, copy);
}

/**
 * Replaces a post. A draft with a working copy first takes its text. The status `draft` alone makes the working copy the text of the draft. Any
 * other write that makes a draft is refused if there is a working copy, and so is a publication without a decision.
 *
 * @throws {UnpublishedChangesError} if the write is refused
 */
export async function replaceText(
  deps: PostsDeps,
  write: TextWrite,
  fields: WrittenFields,
  conditions: Pick<PostWriteOptions, "ifMatch">,
): Promise<PutPost | null> {
  const { organization, found, action, options, publication } = write;
  const put = await replacePost(deps, write, fields, options);
  if (put === null || "post" in put) return put;
  const { data: before } = found.post;
  const copy = await readWorkingCopy(deps.store, organization.slug, before.id);
  if (copy === null) return null;
  const wasDraft = before.status === "draft";
  const takesCopy = publication !== undefined && (wasDraft || put.isDraft);
  if (takesCopy) return writeCopy(deps, write, copy);
  if (!wasDraft) throw new UnpublishedChangesError(before, copy, put);
  const { by, via, state } = options;
  const kept = { organization, found, action, options: { state, ...given({ by, via }) } };
  const draft = await writeCopy(deps, kept, copy);
  // The repeated write finds the draft with the text of the working copy.
  if (draft !== null && Array.isArray(conditions.ifMatch)) conditions.ifMatch = [postTag(draft.post)];
  return null;
}

/** Writes the text of a working copy to its post, with another publication. The commit deletes the working copy. */
async function writeCopy(
  deps: PostsDeps,
  { organization, found, action, options, publication = {} }: TextWrite,
  copy: WorkingCopy,
): Promise<PutPost | null> {
  const { store, clock, renderCopy } = deps;
  const { slug: organizationSlug } = organization;
  const post = shownStored(organization, wholeOf(found), clock.now());
  if (publishes(publication)) await requireBase(store, organizationSlug, { post, copy, action });
  const content = await renderCopy(copy, { organizationSlug, slug: post.slug, action });
  const fields = { ...inputOfCopy(post, copy, { content, action }), ...publication };
  const put = await replacePost(deps, { organization, found }, fields, {
    ...options,
    ...appliedIn(post.id, copy),
    customWrite: "copy",
  });
  return put !== null && "post" in put ? put : null;
}

/** Returns the status and time of publication of changes that change nothing else. */
export function publicationIn(changes: PatchOf<ValidPostInput>): NamedPublication | undefined {
  const { status, publishedAt, ...others } = changes;
  if (status === undefined || status === null || Object.keys(others).length > 0) return undefined;
  return { status, ...given({ publishedAt }) };
}

/** True for a status that publishes or schedules a post. */
export function publishes({ status }: { status?: NamedPublication["status"] | null }): boolean {
  return status === "published" || status === "scheduled";
}

function notAlone(action: string): InvalidInputError {
  const message = "must be a `status` of published or scheduled, and at most a `publishedAt` beside it";
  return new InvalidInputError(`${action} with its unpublished changes`, [{ pointer: "", message }]);
}
