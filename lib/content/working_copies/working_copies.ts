import { given } from "../../base/given.ts";
import type { Actor } from "../../base/actor.ts";
import { NotFoundError } from "../../base/errors.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { validate } from "../../base/input/validate.ts";
import { findPost } from "../posts/find_post.ts";
import type { ContentDeps } from "../organizations/organizations.ts";
import type { PostAddress, StoredPost, WorkingCopyText } from "../posts/post_forms.ts";
import { workingCopyInput, type WorkingCopyInput } from "../posts/post_input.ts";
import type { KnownPost, PostJudge } from "../posts/writes/post_precondition.ts";
import { postTagPattern } from "../posts/writes/post_tag.ts";
import { valuesOfCopy } from "../custom_fields/custom_values.ts";
import { type OrganizationFields, readFields } from "../posts/shown_posts.ts";

import { postIdKey } from "../posts/post_record.ts";
import { slugToFind } from "../posts/slug.ts";
import { hasChangedText } from "./applied_copy.ts";
import {
  WorkingCopyConflictError,
  copyChanged,
  copyKeys,
  copySets,
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
  /** Judges the post of the working copy. Default: the writer may write all posts. @internal */
  judge?: PostJudge | undefined;
}

const saveAction = "Cannot save the working copy";

/** Dependencies of {@link WorkingCopies}. */
export type WorkingCopiesDeps = Pick<ContentDeps, "store" | "clock">;

/** Records that the caller has read. The first attempt of a save uses them. */
export interface KnownCopy {
  post: StoredPost;
  copy: WorkingCopy | null;
  fields: OrganizationFields;
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
    const post = known ?? (await this.#require(address, "Cannot show the working copy"));
    judge?.requireWritable(post);
    return this.ofPost(address.organizationSlug, post.id);
  }

  /** Returns the working copy of a post that has been read, or null. */
  async ofPost(organizationSlug: string, postId: number): Promise<WorkingCopy | null> {
    return readWorkingCopy(this.#deps.store, organizationSlug, postId);
  }

  /**
   * Saves the working copy of a post.
   *
   * @throws {InvalidInputError} if the input is invalid
   * @throws {NotFoundError} if the post does not exist
   * @throws {WorkingCopyConflictError} if the stored working copy is not the one that `ifMatch` names, or the text of the post has changed since
   *   the given `base`
   */
  async save(
    address: PostAddress,
    input: WorkingCopyInput,
    { known, ...options }: SaveOptions & { known?: KnownCopy | undefined },
  ): Promise<WorkingCopy> {
    const { base, ...text } = validate(workingCopyInput, input, saveAction);
    const { writes } = this.#deps.store;
    const subject = `${saveAction}: "${address.slug}"`;
    return writes.repeat(subject, async (isRetry) => {
      const read = isRetry || known === undefined ? await this.#readKnown(address) : known;
      return this.#saveOnce(address, { base, text }, { ...options, read });
    });
  }

  async #readKnown(address: PostAddress): Promise<KnownCopy> {
    const { store } = this.#deps;
    const { organizationSlug } = address;
    const [post, fields] = await Promise.all([
      this.#require(address, saveAction),
      readFields(store, organizationSlug),
    ]);
    return { post, fields, copy: await readWorkingCopy(store, organizationSlug, post.id) };
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
      const post = await this.#require(address, action);
      judge?.requireWritable(post);
      const current = await readWorkingCopy(store, organizationSlug, post.id);
      if (ifMatch !== undefined && current?.version !== ifMatch) throw copyChanged(action, current);
      if (current === null) return false;
      const checks = [{ key: workingCopyKey(post.id), version: current.version }];
      const result = await store.commit(["org", organizationSlug], { checks, deletes: copyKeys(post.id) });
      return result.committed || null;
    });
  }

  /**
   * Checks that a working copy can replace the text of its post.
   *
   * @throws {WorkingCopyConflictError} if the text of the post has changed since the working copy was started
   */
  async requireBase({ organizationSlug }: PostAddress, post: StoredPost, copy: WorkingCopy): Promise<void> {
    const since = copy.baseRevision;
    if (await hasChangedText(this.#deps.store, organizationSlug, { post, since })) {
      throw postChanged("Cannot apply the working copy", copy);
    }
  }

  /** Saves a valid text. Returns null if a concurrent write changed the working copy or the post. */
  async #saveOnce(
    address: PostAddress,
    { base, text }: { base: string | undefined; text: WorkingCopyText },
    { ifMatch, acceptsSame, judge, by, via, read }: SaveOptions & { read: KnownCopy },
  ): Promise<WorkingCopy | null> {
    const { store, clock } = this.#deps;
    const { organizationSlug } = address;
    const { post, copy: current, fields } = read;
    judge?.requireWritable(post);
    const { custom: values, ...others } = text;
    const custom = valuesOfCopy(fields, {
      given: values,
      stored: post.custom,
      current: current?.custom,
    });
    const isExpected = (current?.version ?? null) === ifMatch;
    const baseRevision =
      base === undefined
        ? (current?.baseRevision ?? post.revision)
        : await this.#revisionOf(base, address, post);
    if (baseRevision === undefined)
      throw isExpected ? postChanged(saveAction, current) : copyChanged(saveAction, current);
    const saved = { ...others, ...(custom && { custom }), baseRevision };
    if (current !== null && (isExpected || acceptsSame) && isSameCopy(current, saved)) return current;
    if (!isExpected) throw copyChanged(saveAction, current);
    const at = new Date(clock.now()).toISOString();
    const data: StoredWorkingCopy = { ...saved, at, ...given({ by, via }) };
    const key = workingCopyKey(post.id);
    const result = await store.commit(["org", organizationSlug], {
      checks: [
        current === null ? { key, exists: false } : { key, version: current.version },
        { key: postIdKey(post.id), exists: true },
      ],
      sets: copySets(post.id, data),
    });
    return result.committed ? toWorkingCopy(post.id, { data, version: result.version }) : null;
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

  async #require({ organizationSlug, slug }: PostAddress, action: string): Promise<StoredPost> {
    const { store } = this.#deps;
    const found = slugToFind(slug) === undefined ? null : await findPost(store, organizationSlug, slug);
    if (found !== null) return found.post.data;
    throw new NotFoundError(`${action}: "${organizationSlug}" has no post "${slug}"`);
  }
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

function postChanged(action: string, current: WorkingCopy | null): WorkingCopyConflictError {
  return new WorkingCopyConflictError(
    `${action}: the text of the post has changed since the working copy was started`,
    current,
  );
}
