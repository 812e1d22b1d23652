import { keysBeside, type StoreChanges } from "../../../store/mod.ts";
import type { ContentDeps, StoredOrganization } from "../../organizations/organizations.ts";
import { type AppliedCopy, discardApplied } from "../../working_copies/applied_copy.ts";
import type { RenderCopy } from "../../working_copies/input_of_copy.ts";
import { readWorkingCopy, workingCopyKey } from "../../working_copies/read_working_copy.ts";
import { contentIfReadable, type FoundPost } from "../find_post.ts";
import { contentIn, type PostContent } from "../post_content.ts";
import type { StoredPost } from "../post_forms.ts";
import { keysOf, postKey, setsOf } from "../post_record.ts";
import { revisionChanges, type RevisionOrigin, type WrittenPost } from "../post_revision.ts";
import { shownStored } from "../shown_posts.ts";
import { commitPost, type PostCommit } from "./commit_post.ts";
import { completePost, type CountWords, type WrittenFields } from "./complete_post.ts";
import { type Revision, revisionOfReplaced } from "./drafts.ts";
import { isUnchanged } from "./fields_after.ts";
import { isSameOrigin } from "./import_origin.ts";
import { type PutPostOptions, slugTaken } from "./post_precondition.ts";
import type { PostState } from "./post_state.ts";

/** A post with its content. */
export type StoredPostWithHtml = StoredPost & PostContent;

/** Result of `posts.put`. */
export interface PutPost {
  post: StoredPostWithHtml;
  outcome: "created" | "updated" | "unchanged";
}

/** Dependencies of the writes of posts. */
export interface PostsDeps extends ContentDeps {
  countWords: CountWords;
  renderCopy: RenderCopy;
}

/** Options of the replacement of an existing post. */
export interface ReplaceOptions
  extends Omit<PutPostOptions, "state" | "workingCopy">, RevisionOrigin, AppliedCopy {
  state: PostState;
  /** True if the write is refused for a post with a working copy. A write that makes or keeps a draft is, too. Default: false. */
  refusesCopy?: boolean;
}

/** A write that was refused, because the post has a working copy. */
export interface BesideCopy {
  /** True if the write makes or keeps a draft. */
  isDraft: boolean;
}

/** A post that a write replaces, with its organization. */
export interface ReplacedPost {
  organization: StoredOrganization;
  found: FoundPost;
}

/**
 * Replaces a post unless nothing changes. Returns null if a concurrent write changed it. A draft never has a working copy beside it. So a write that
 * makes or keeps a draft is refused if there is a working copy that it does not apply.
 */
export async function replacePost(
  deps: PostsDeps,
  { organization, found }: ReplacedPost,
  fields: WrittenFields,
  options: ReplaceOptions,
): Promise<PutPost | BesideCopy | null> {
  const { store, clock } = deps;
  const { dryRun = false, isImport = false, isSilent = false, importedFrom, applied, ...rest } = options;
  const { state, marks, judge, approval, refusesCopy = false, ...origin } = rest;
  const [now, before] = [new Date(clock.now()).toISOString(), found.post.data];
  judge?.requireWrite(before, { ...fields, status: fields.status ?? before.status });
  const content = contentIn(fields);
  const { html } = content;
  const complete = async (former: StoredPost): Promise<StoredPost> => {
    const completion = { id: before.id, html, now, before: former, isImport, ...origin };
    const all = { ...completion, ...(importedFrom && { importedFrom }) };
    return completePost(organization, { ...fields, ...marks }, all, deps);
  };
  const completed = await complete(before);
  const saved = revisionOfReplaced(found, { post: completed, content });
  const post = saved === null ? completed : await complete(saved.post);
  const isSame = isUnchanged(found, { post, content }, { fields, now });
  const hasCopy = async (): Promise<boolean> =>
    (await readWorkingCopy(store, organization.slug, before.id)) !== null;
  const shown = (one: StoredPost): StoredPostWithHtml =>
    shownStored(organization, { ...one, ...content }, clock.now());
  const isDraft = post.status === "draft";
  const needsNoCopy = applied === undefined && (isDraft || refusesCopy);
  if (isSame && isSameOrigin(before, importedFrom)) {
    if (needsNoCopy && !dryRun && (await hasCopy())) return { isDraft };
    const isDone = dryRun || (await discardApplied(store, organization.slug, { found, applied, approval }));
    return isDone ? { post: shown(before), outcome: "unchanged" } : null;
  }
  // An import that only records the post's origin keeps its times.
  const after = isSame ? { ...post, updatedAt: before.updatedAt } : post;
  const put: PutPost = { post: shown(after), outcome: isSame ? "unchanged" : "updated" };
  if (dryRun) return needsNoCopy && before.status !== "draft" && (await hasCopy()) ? { isDraft } : put;
  const written = { post: after, content, isSilent, applied, saved, approval, state };
  const result = await commitReplacement(deps, { organization, found }, written, {
    needsNoCopy,
    origin,
    now,
  });
  if (result.committed) return put;
  const failed = new Set(result.failedChecks);
  if (failed.has(0)) return null;
  if (needsNoCopy && failed.has(1)) return { isDraft };
  const isTaken = after.slug !== before.slug && failed.has(needsNoCopy ? 2 : 1);
  if (isTaken) throw slugTaken("Cannot update the post", organization.slug, after.slug);
  return null;
}

/** Commits a post. Of the checks, the first is that of the post, and then those of the working copy and of a new slug. */
function commitReplacement(
  deps: PostsDeps,
  { organization, found }: ReplacedPost,
  {
    isSilent,
    applied,
    saved,
    approval,
    state,
    ...after
  }: WrittenPost &
    AppliedCopy &
    Pick<PostCommit, "isSilent" | "approval" | "state"> & { saved: Revision | null },
  { needsNoCopy, origin, now }: { needsNoCopy: boolean; origin: RevisionOrigin; now: string },
): ReturnType<typeof commitPost> {
  const before = found.post.data;
  const sets = setsOf(after.post, after.content);
  const checks: NonNullable<StoreChanges["checks"]>[number][] = [
    { key: postKey(before.slug), version: found.post.version },
  ];
  if (needsNoCopy) checks.push({ key: workingCopyKey(before.id), exists: false });
  if (after.post.slug !== before.slug) checks.push({ key: postKey(after.post.slug), exists: false });
  if (applied !== undefined) checks.push({ key: applied.key, version: applied.version });
  const content = contentIfReadable(found) ?? { html: "" };
  const written = { before: { post: saved?.post ?? before, content }, at: now };
  const revision = revisionChanges(after, { ...written, origin: { textOf: applied?.textOf, ...origin } });
  const changes = {
    checks,
    sets: [...sets, ...(saved?.sets ?? []), ...revision.sets],
    deletes: [
      ...keysBeside(keysOf(before), sets),
      ...(saved?.deletes ?? []),
      ...revision.deletes,
      ...(applied?.deletes ?? []),
    ],
  };
  const write = { before, after: after.post, isSilent, approval, state };
  return commitPost(deps, organization.slug, changes, write);
}
