import { given } from "../../base/given.ts";
import type { Actor } from "../../base/actor.ts";
import { NotFoundError } from "../../base/errors.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { validate } from "../../base/input/validate.ts";
import { fromRecord } from "../../base/key_rate_limit.ts";
import { contentIfReadable, findPost, type FoundPost } from "../posts/find_post.ts";
import {
  type ContentDeps,
  organizationLocation,
  type OrganizationRecord,
  type StoredOrganization,
} from "../organizations/organizations.ts";
import type { PostAddress, StoredPost, WorkingCopyText } from "../posts/post_forms.ts";
import { workingCopyInput, type WorkingCopyInput } from "../posts/post_input.ts";
import type { KnownPost, PostJudge } from "../posts/writes/post_precondition.ts";
import { postTagPattern } from "../posts/writes/post_tag.ts";
import { valuesAfter, valuesOfCopy } from "../custom_fields/custom_values.ts";
import { postKey } from "../posts/post_record.ts";
import { slugToFind } from "../posts/slug.ts";
import { hasChangedText, requireBase } from "./applied_copy.ts";
import { DraftTextError } from "./copy_errors.ts";
import { hasSameText } from "./text_in.ts";
import {
  copyChanged,
  copyKeys,
  copySets,
  postChanged,
  readWorkingCopy,
  toWorkingCopy,
  type StoredWorkingCopy,
  type WorkingCopy,
  workingCopyKey,
} from "./read_working_copy.ts";

/** Precondition and author of a save. */
export interface SaveOptions extends Actor {
  /** Version of the stored working copy that the save replaces, or null if there must be none. */
  ifMatch: string | null;
  /** True to return the stored working copy if it has the text already, whatever its version. Default: false. */
  acceptsSame?: boolean;
  /** Judges the post of the working copy. Default: the writer may write all posts. */
  judge?: PostJudge | undefined;
}

const saveAction = "Cannot save the working copy";

/** Dependencies of {@link WorkingCopies}. */
export type WorkingCopiesDeps = Pick<ContentDeps, "store" | "clock">;

/** Records that the caller has read. The first attempt of a save uses them. */
export interface KnownCopy {
  found: FoundPost;
  copy: WorkingCopy | null;
  organization: StoredOrganization;
}

/**
 * Stores the unpublished changes of posts, one working copy per post. A working copy changes nothing that readers see, and emits no events.
 */
export class WorkingCopies {
  readonly #deps: WorkingCopiesDeps;

  constructor(deps: WorkingCopiesDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the working copy of a post, or null.
   *
   * @throws {NotFoundError} if the post does not exist
   */
  async get(address: PostAddress, { known, judge }: KnownPost = {}): Promise<WorkingCopy | null> {
    const post = known ?? (await this.#require(address, "Cannot show the working copy")).post.data;
    judge?.requireWritable(post);
    return this.ofPost(address.organizationSlug, post.id);
  }

  /** Returns the working copy of a post that has been read, or null. */
  async ofPost(organizationSlug: string, postId: number): Promise<WorkingCopy | null> {
    return readWorkingCopy(this.#deps.store, organizationSlug, postId);
  }

  /**
   * Saves the working copy of a post. The text of the post is no change, so it ends the working copy.
   *
   * @returns the working copy, or null if the post has the text
   * @throws {DraftTextError} if the post is a draft
   * @throws {InvalidInputError} if the input is invalid
   * @throws {NotFoundError} if the post does not exist
   * @throws {WorkingCopyConflictError} if the stored working copy is not the one that `ifMatch` names, or the text of the post has changed since
   *   the given `base`
   */
  async save(
    address: PostAddress,
    input: WorkingCopyInput,
    { known, ...options }: SaveOptions & { known?: KnownCopy | undefined },
  ): Promise<WorkingCopy | null> {
    const { base, ...text } = validate(workingCopyInput, input, saveAction);
    const { writes } = this.#deps.store;
    const subject = `${saveAction}: "${address.slug}"`;
    const saved = await writes.repeat(subject, async (isRetry) => {
      const read = isRetry || known === undefined ? await this.#readKnown(address) : known;
      return this.#saveOnce(address, { base, text }, { ...options, read });
    });
    return saved.copy;
  }

  async #readKnown(address: PostAddress): Promise<KnownCopy> {
    const { store } = this.#deps;
    const { organizationSlug } = address;
    const [found, organization] = await Promise.all([
      this.#require(address, saveAction),
      store.get<OrganizationRecord>(organizationLocation(organizationSlug)),
    ]);
    if (organization === null) throw noPost(saveAction, address);
    const copy = await readWorkingCopy(store, organizationSlug, found.post.data.id);
    return { found, copy, organization: fromRecord(organization.data) };
  }

  /**
   * Deletes the working copy of a post.
   *
   * @returns true if it existed
   * @throws {NotFoundError} if the post does not exist
   * @throws {WorkingCopyConflictError} if `ifMatch` is given, and the stored working copy has another version
   */
  async discard(
    address: PostAddress,
    { ifMatch, judge }: { ifMatch?: string } & Pick<SaveOptions, "judge"> = {},
  ): Promise<boolean> {
    const action = "Cannot discard the working copy";
    const { store } = this.#deps;
    const { organizationSlug } = address;
    return store.writes.repeat(`${action}: "${address.slug}"`, async () => {
      const { data: post } = (await this.#require(address, action)).post;
      judge?.requireWritable(post);
      const current = await readWorkingCopy(store, organizationSlug, post.id);
      if (ifMatch !== undefined && current?.version !== ifMatch) throw copyChanged(action, current);
      if (current === null) return false;
      return (await this.#delete(organizationSlug, post.id, current)) || null;
    });
  }

  /**
   * Checks that a working copy can replace the text of its post.
   *
   * @throws {WorkingCopyConflictError} if the text of the post has changed since the working copy was started
   */
  async requireBase({ organizationSlug }: PostAddress, post: StoredPost, copy: WorkingCopy): Promise<void> {
    const action = "Cannot apply the working copy";
    await requireBase(this.#deps.store, organizationSlug, { post, copy, action });
  }

  /** Saves a valid text. Returns null if a concurrent write changed the working copy or the post. */
  async #saveOnce(
    address: PostAddress,
    { base, text }: { base: string | undefined; text: WorkingCopyText },
    { ifMatch, acceptsSame, judge, by, via, read }: SaveOptions & { read: KnownCopy },
  ): Promise<{ copy: WorkingCopy | null } | null> {
    const { store, clock } = this.#deps;
    const { organizationSlug } = address;
    const { found, copy: current, organization } = read;
    const { data: post, version } = found.post;
    judge?.requireWritable(post);
    if (post.status === "draft") throw new DraftTextError(post.slug);
    const isExpected = (current?.version ?? null) === ifMatch;
    const { custom: values, ...others } = text;
    const custom = valuesOfCopy(organization, {
      given: values,
      stored: post.custom,
      current: current?.custom,
    });
    if (isTextOf(read, { ...others, ...(custom && { custom }) })) {
      if (current === null && (isExpected || acceptsSame)) return { copy: null };
      if (!isExpected) throw copyChanged(saveAction, current);
      const isDeleted = current !== null && (await this.#delete(organizationSlug, post.id, current));
      return isDeleted ? { copy: null } : null;
    }
    const baseRevision =
      base === undefined
        ? (current?.baseRevision ?? post.revision)
        : await this.#revisionOf(base, address, post);
    if (baseRevision === undefined)
      throw isExpected ? postChanged(saveAction, current) : copyChanged(saveAction, current);
    const saved = { ...others, ...(custom && { custom }), baseRevision };
    if (current !== null && (isExpected || acceptsSame) && isSameCopy(current, saved))
      return { copy: current };
    if (!isExpected) throw copyChanged(saveAction, current);
    const at = new Date(clock.now()).toISOString();
    const data: StoredWorkingCopy = { ...saved, at, ...given({ by, via }) };
    const key = workingCopyKey(post.id);
    const result = await store.commit(["org", organizationSlug], {
      checks: [
        current === null ? { key, exists: false } : { key, version: current.version },
        // The post has become no draft, and was not deleted.
        { key: postKey(post.slug), version },
      ],
      sets: copySets(post.id, data),
    });
    return result.committed ? { copy: toWorkingCopy(post.id, { data, version: result.version }) } : null;
  }

  /** Returns false if a concurrent write changed the working copy. */
  async #delete(organizationSlug: string, postId: number, { version }: WorkingCopy): Promise<boolean> {
    const checks = [{ key: workingCopyKey(postId), version }];
    const changes = { checks, deletes: copyKeys(postId) };
    return (await this.#deps.store.commit(["org", organizationSlug], changes)).committed;
  }

  /** Returns the revision that a tag names. Undefined if the text has changed since, or if the tag is that of another post. */
  async #revisionOf(
    base: string,
    { organizationSlug }: PostAddress,
    post: StoredPost,
  ): Promise<number | undefined> {
    const since = revisionIn(base, post);
    if (since === undefined) return undefined;
    return (await hasChangedText(this.#deps.store, organizationSlug, { post, since })) ? undefined : since;
  }

  async #require(address: PostAddress, action: string): Promise<FoundPost> {
    const { organizationSlug, slug } = address;
    const isFound = slugToFind(slug) !== undefined;
    const found = isFound ? await findPost(this.#deps.store, organizationSlug, slug) : null;
    if (found !== null) return found;
    throw noPost(action, address);
  }
}

/** True if the post has the text of a working copy already. */
function isTextOf({ found, organization }: KnownCopy, { custom, ...text }: WorkingCopyText): boolean {
  const content = contentIfReadable(found);
  const { custom: before = {}, ...post } = found.post.data;
  if (content === undefined || !hasSameText({ ...post, ...content }, text, organization)) return false;
  const after = valuesAfter(organization, { before, ...(custom && { given: custom }), write: "copy" });
  return isEqualJson(after, before);
}

function noPost(action: string, { organizationSlug, slug }: PostAddress): NotFoundError {
  return new NotFoundError(`${action}: "${organizationSlug}" has no post "${slug}"`);
}

/** Returns the revision that a tag of the post names, or undefined for a tag of another post. */
function revisionIn(tag: string, { id, revision }: StoredPost): number | undefined {
  const [, ofPost, number] = postTagPattern.exec(tag) ?? [];
  const isOfPost = Number(ofPost) === id && Number(number) >= 1 && Number(number) <= revision;
  return isOfPost ? Number(number) : undefined;
}

/** True if a working copy has this text already, and started from the same revision of the post. */
function isSameCopy(
  { version: _version, baseTag: _baseTag, at: _at, by: _by, via: _via, ...stored }: WorkingCopy,
  wanted: Omit<StoredWorkingCopy, "at">,
): boolean {
  return isEqualJson(stored, wanted);
}
