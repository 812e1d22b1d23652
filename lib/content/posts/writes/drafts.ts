import { isEqualJson } from "../../../base/is_equal_json.ts";
import { PreconditionFailedError } from "../../../base/errors.ts";
import { given } from "../../../base/given.ts";
import type { Actor } from "../../../base/actor.ts";
import { checkOf, dataOf, keysBeside, type StoreChanges } from "../../../store/mod.ts";
import { fieldEntries, fieldIndexesKey, keptIndexes } from "../../custom_fields/field_index.ts";
import {
  type ContentDeps,
  organizationLocation,
  type StoredOrganization,
} from "../../organizations/organizations.ts";
import { copyChanged, copyKeys, readWorkingCopy } from "../../working_copies/read_working_copy.ts";
import { contentIfReadable, type FoundPost } from "../find_post.ts";
import { hasMark } from "../lists/posts_version.ts";
import type { PostContent } from "../post_content.ts";
import type {
  DraftSaves,
  PostAddress,
  StoredPost,
  UnfinishedFields,
  WorkingCopyText,
} from "../post_forms.ts";
import { draftsVersionKey, keysOf, nameKey, postKey, setsOf, toIndexEntry } from "../post_record.ts";
import { changedFields, contentOf, revisionChanges, type WrittenPost } from "../post_revision.ts";
import { commitPost } from "./commit_post.ts";
import { completePost, type CountWords } from "./complete_post.ts";
import { type PostJudge, repeatPostWrite } from "./post_precondition.ts";
import type { PostState } from "./post_state.ts";
import { isTagOf, postTag } from "./post_tag.ts";

/** Time after which the saves of a draft become a revision with the next save, in milliseconds. */
export const longestUnrevised = 600_000;

/** The text of a draft. Texts that are not valid yet are in `unfinished`. */
export interface DraftText {
  text: Omit<WorkingCopyText, keyof PostContent>;
  content: PostContent;
  unfinished: UnfinishedFields;
}

/** Author and precondition of a save. */
export interface DraftSave extends Actor {
  /** Tag that the draft must have. A draft with the saved text already may have any. */
  ifMatch: string;
  /** Version of the working copy beside the draft that an earlier version of Postern left. The save deletes it. Null: there must be none. */
  copy: string | null;
  /** The post as the caller has read it. Default: it is read. @internal */
  state?: PostState | undefined;
  /** Judges the draft that is saved. Default: the writer may write all posts. */
  judge?: PostJudge | undefined;
}

interface DraftDeps extends ContentDeps {
  countWords: CountWords;
}

const action = "Cannot save the draft";

/** Saves the texts of drafts. */
export class Drafts {
  readonly #deps: DraftDeps;

  constructor(deps: DraftDeps) {
    this.#deps = deps;
  }

  /**
   * Saves the text of a draft. The save has no event, and leaves the caches and the search of public posts as they are. Saves become a revision with
   * the first save that is made 10 minutes after them.
   *
   * @returns the written post, or null if the post is not a draft
   * @throws {NotFoundError} if the post does not exist
   * @throws {PreconditionFailedError} if the draft or its working copy has changed
   */
  async save(
    address: PostAddress,
    draft: DraftText,
    { ifMatch, copy, state: known, judge, ...actor }: DraftSave,
  ): Promise<WrittenPost | null> {
    const deps = this.#deps;
    const write = { ...address, action, state: known };
    const saved = await repeatPostWrite(deps.store, write, async (state) => {
      const organization = state.requireOrganization(action);
      const found = await state.requirePost(action);
      const before = found.post.data;
      judge?.requireWritable(before);
      if (before.status !== "draft") return { written: null };
      const after = await draftAfter(deps, organization, found, draft);
      if (copy === null && isSameDraft(found, after)) return { written: { ...after, post: before } };
      if (!isTagOf(ifMatch, before)) throw draftChanged(before);
      const revised = revisedBefore(found, deps.clock.now());
      const post = savedPost(found, after, { revised, actor, now: deps.clock.now() });
      const written = { ...after, post };
      const history = revised ?? ownRevision(found, written, actor);
      const isWritten = await commitDraft(deps, { found, state, written, history, copy });
      return isWritten ? { written } : null;
    });
    return saved.written;
  }

  /**
   * Makes a revision of the saves of a draft. Does nothing for a post without saves, or if another writer has saved since.
   *
   * @throws {NotFoundError} if the post does not exist
   */
  async close(address: PostAddress, { ifMatch, judge }: Pick<DraftSave, "ifMatch" | "judge">): Promise<void> {
    const deps = this.#deps;
    await repeatPostWrite(deps.store, { ...address, action: "Cannot close the draft" }, async (state) => {
      const found = await state.requirePost("Cannot close the draft");
      judge?.requireWritable(found.post.data);
      const content = contentIfReadable(found);
      const history = revisedBefore(found, Infinity);
      if (history === null || content === undefined || !isTagOf(ifMatch, found.post.data)) return true;
      const written = { post: history.post, content };
      return (await commitDraft(deps, { found, state, written, history })) || null;
    });
  }
}

/** Returns the draft with its new text, as a new revision. */
async function draftAfter(
  deps: DraftDeps,
  organization: StoredOrganization,
  { post: { data: before } }: FoundPost,
  { text, content, unfinished }: DraftText,
): Promise<WrittenPost> {
  const { translations, aliases } = contentOf(before);
  const now = new Date(deps.clock.now()).toISOString();
  const fields = {
    ...text,
    ...given({ translations, aliases }),
    slug: before.slug,
    isAccessibleForFree: before.isAccessibleForFree,
    unfinished,
  };
  const completion = { id: before.id, html: content.html, now, before, customWrite: "copy" as const };
  return { post: await completePost(organization, fields, completion, deps), content };
}

function isSameDraft(found: FoundPost, after: WrittenPost): boolean {
  const content = contentIfReadable(found);
  return content !== undefined && changedFields({ post: found.post.data, content }, after).length === 0;
}

/** A revision, and the post as it is after it. */
export interface Revision extends Required<Pick<StoreChanges, "sets" | "deletes">> {
  post: StoredPost;
}

/** Returns the revision of the saves before a write at `now`, or null if the last of them are recent. */
function revisedBefore(found: FoundPost, now: number): Revision | null {
  const { saves, ...before } = found.post.data;
  if (saves === undefined || now - Date.parse(saves.since) < longestUnrevised) return null;
  const post: StoredPost = { ...before, revision: before.revision + 1 };
  const content = contentIfReadable(found) ?? { html: "" };
  const { at, by, via } = saves;
  const origin = given({ by, via });
  const changes = revisionChanges(
    { post, content },
    { before: { post: found.post.data, content }, at, origin },
  );
  return { post, ...changes };
}

/** Returns the revision of the saves of a draft, if a write replaces a field that is in no revision yet. */
export function revisionOfReplaced(found: FoundPost, after: WrittenPost): Revision | null {
  const { data: before } = found.post;
  const content = contentIfReadable(found);
  if (before.saves === undefined || content === undefined) return null;
  const replaced = new Set(changedFields({ post: before, content }, after));
  return before.saves.changed.some((name) => replaced.has(name)) ? revisedBefore(found, Infinity) : null;
}

/** Returns the revision of the save itself. An import must see that a post has changed since the last import, so its first save is one. */
function ownRevision(found: FoundPost, written: WrittenPost, origin: Actor): Revision | null {
  const { data: before } = found.post;
  if (written.post.saves !== undefined) return null;
  const content = contentIfReadable(found) ?? { html: "" };
  const at = written.post.changedAt ?? written.post.updatedAt;
  return {
    post: written.post,
    ...revisionChanges(written, { before: { post: before, content }, at, origin }),
  };
}

/** Returns the draft after a save: with the number of its last revision, and one save more. */
function savedPost(
  found: FoundPost,
  { post: after, content }: WrittenPost,
  { revised, actor, now }: { revised: Revision | null; actor: Actor; now: number },
): StoredPost {
  const before = revised?.post ?? found.post.data;
  const isImported = before.importedFrom?.revision === before.revision;
  if (isImported) return after;
  const { saves } = before;
  const at = new Date(now).toISOString();
  const former = { post: found.post.data, content: contentIfReadable(found) ?? { html: "" } };
  const changed = changedFields(former, { post: after, content });
  const { by, via } = actor;
  const next: DraftSaves = {
    count: (saves?.count ?? 0) + 1,
    since: saves?.since ?? at,
    at,
    ...given({ by, via }),
    changed: [...new Set([...(saves?.changed ?? []), ...changed])],
  };
  return { ...after, revision: before.revision, saves: next };
}

/** Commits a draft with its index entries. Returns false if a concurrent write changed it. */
async function commitDraft(
  deps: DraftDeps,
  {
    found,
    state,
    written: { post, content },
    history,
    copy,
  }: {
    found: FoundPost;
    state: PostState;
    written: WrittenPost;
    history: Revision | null;
    copy?: string | null;
  },
): Promise<boolean> {
  const { data: before, version } = found.post;
  const { store } = deps;
  const organizationSlug = state.requireOrganization(action).slug;
  const [copyKey = [], ...markKeys] = copyKeys(before.id);
  const sets = [...setsOf(post, content), ...(history?.sets ?? [])];
  const changes: Required<Pick<StoreChanges, "checks" | "sets" | "deletes">> = {
    checks: [
      { key: postKey(before.slug), version },
      ...(copy === undefined
        ? []
        : [copy === null ? { key: copyKey, exists: false } : { key: copyKey, version: copy }]),
    ],
    sets,
    deletes: [
      ...keysBeside(keysOf(before), sets),
      ...(history?.deletes ?? []),
      ...(typeof copy === "string" ? [copyKey, ...markKeys] : []),
    ],
  };
  const result = hasMark(state.version, "hasNames")
    ? await store.commit(["org", organizationSlug], withEntries(changes, { before, post, state }))
    : await commitPost(deps, organizationSlug, changes, { before, after: post, isSilent: true, state });
  const isOtherCopy = copy !== undefined && !result.committed && result.failedChecks.includes(1);
  if (isOtherCopy && !result.failedChecks.includes(0))
    throw copyChanged(action, await readWorkingCopy(store, organizationSlug, before.id));
  return result.committed;
}

/** Adds the entries by name and by fields, which all writes keep. No tag or author of a draft is counted. */
function withEntries(
  { checks, sets, deletes }: Required<Pick<StoreChanges, "checks" | "sets" | "deletes">>,
  { before, post, state }: { before: StoredPost; post: StoredPost; state: PostState },
): StoreChanges {
  const kept = keptIndexes(dataOf(state.version), dataOf(state.fields));
  const [former, next] = [toIndexEntry(before), toIndexEntry(post)];
  const entries = [{ key: nameKey(post), data: next }, ...fieldEntries(kept, post)];
  const formerKeys = [nameKey(before), ...fieldEntries(kept, before).map(({ key }) => key)];
  const isFoundAlike = isEqualJson(wordsOf(former), wordsOf(next));
  return {
    checks: [
      ...checks,
      { key: organizationLocation("").key, exists: true },
      checkOf(fieldIndexesKey, state.fields),
    ],
    sets: [...sets, ...entries, ...(isFoundAlike ? [] : [{ key: draftsVersionKey, data: {} }])],
    deletes: [...deletes, ...keysBeside(formerKeys, entries)],
  };
}

/** Returns the words by which lists find a post. */
function wordsOf({ name, slug, section, language, tags }: ReturnType<typeof toIndexEntry>): unknown[] {
  return [name, slug, section, language, tags];
}

function draftChanged(post: StoredPost): PreconditionFailedError {
  return new PreconditionFailedError(
    `${action}: "${post.slug}" has changed since you read it. Its tag is now "${postTag(post)}"`,
  );
}
