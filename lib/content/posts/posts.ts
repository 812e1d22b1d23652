import { eachPage, DamagedRecordError, runQuestion } from "../../store/mod.ts";
import { given } from "../../base/given.ts";
import { changesFor, type ChangesOf, type PatchOf, withoutNulls } from "../../base/input/patch_of.ts";
import { requirePageLimit } from "../../base/input/page_query.ts";
import { validate } from "../../base/input/validate.ts";
import { commitPost } from "./writes/commit_post.ts";
import { completePost } from "./writes/complete_post.ts";
import { fieldsAfter } from "./writes/fields_after.ts";
import { findRemains, obsoleteKeys } from "./writes/damaged_post.ts";
import { findPost, findPostHeads, wholeOf } from "./find_post.ts";
import { organizationLocation, type StoredOrganization } from "../organizations/organizations.ts";
import { deletePost } from "./writes/delete_post.ts";
import {
  type KnownPost,
  repeatPostWrite,
  type PostWriteOptions,
  type PostWriter,
  type PutPostOptions,
  requireExpected,
  requireReplaceable,
  slugTaken,
} from "./writes/post_precondition.ts";
import { type PostState, postState } from "./writes/post_state.ts";
import { hasReferences } from "../references/settle_references.ts";
import { matcherOf, type PostListQuery } from "./lists/post_list_query.ts";
import type { PostAddress, PostInput, StoredPost, ValidPostInput } from "./post_forms.ts";
import { type PostChanges, postChanges, postInput } from "./post_input.ts";
import { postKey, newPostId, postIdKey, setsOf } from "./post_record.ts";
import { type PostRevision, revisionChanges, revisionKey } from "./post_revision.ts";
import { contentIn, requireHtml } from "./post_content.ts";
import type { ImportOrigin } from "./writes/import_origin.ts";
import { findImported, iterateImported } from "./writes/imported_posts.ts";
import { inputOfRevision, readRevisions, showRevisions } from "./read_revisions.ts";
import { presentReferences } from "../references/present_references.ts";
import { type ScannedPost, scanPosts } from "./lists/scan_posts.ts";
import { type OrganizationFields, shownStored, showStored } from "./shown_posts.ts";
import { toSlug } from "./slug.ts";
import type { PostsDeps, PutPost, StoredPostWithHtml } from "./writes/replace_post.ts";
import { type CopyDecision, publicationIn, publishes, replaceText, useCopy } from "./writes/replace_text.ts";
import { appliedCopy } from "../working_copies/applied_copy.ts";

/** Options of `posts.update`. */
export interface PostUpdateOptions extends PostWriteOptions, CopyDecision {}

/** Manages the posts in the storage, of every status. */
export class Posts {
  readonly #deps: PostsDeps;

  constructor(deps: PostsDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a post. A `published` post with a `publishedAt` in the future becomes `scheduled`.
   *
   * @throws {InvalidInputError} if the input is invalid
   * @throws {NotFoundError} if the organization does not exist
   * @throws {AlreadyExistsError} if the organization has a post with this slug
   */
  async create(
    organizationSlug: string,
    input: PostInput,
    { state: known, ...actor }: PostWriter = {},
  ): Promise<StoredPostWithHtml> {
    const action = "Cannot create the post";
    const valid = validate(postInput, input, action);
    requireHtml(valid, action);
    const { store } = this.#deps;
    const state = known ?? (await runQuestion(store, postState(store, { organizationSlug })));
    const organization = state.requireOrganization(action);
    const { slug = toSlug(valid.name) } = valid;
    const post = await this.#insert(organization, valid, { ...actor, state });
    if (post === null) throw slugTaken(action, organizationSlug, slug);
    return post;
  }

  /**
   * Creates or replaces the post with the input's slug. Keeps its id, and its `createdAt` and `publishedAt` unless the input sets them.
   * Writes nothing if nothing changes, so it can be repeated. It writes the text that it is given, and leaves the working copy of a post as it is.
   *
   * @throws {InvalidInputError} if the input is invalid
   * @throws {NotFoundError} if the organization does not exist
   * @throws {PreconditionFailedError} if a precondition of the options fails
   * @throws {UnpublishedChangesError} if the input makes a post with a working copy a draft
   */
  async put(organizationSlug: string, input: PostInput, options: PutPostOptions = {}): Promise<PutPost> {
    const action = "Cannot put the post";
    const valid = validate(postInput, input, action);
    requireHtml(valid, action);
    const slug = valid.slug ?? toSlug(valid.name);
    const { workingCopy: _applied, ...conditions } = options;
    const write = { organizationSlug, slug, action, state: options.state };
    return repeatPostWrite(this.#deps.store, write, async (state) => {
      const organization = state.requireOrganization(action);
      const found = await state.findPost();
      if (found === null || found instanceof DamagedRecordError) {
        requireReplaceable(found, options, action);
        const post = await this.#insert(organization, valid, { ...conditions, state, replaces: found });
        return post && { post, outcome: found === null ? "created" : "updated" };
      }
      requireExpected(found.post.data, conditions, action);
      const applied = await appliedCopy(this.#deps.store, organizationSlug, { found, options, action });
      const replacement = { organization, found, action, options: { ...conditions, ...applied, state } };
      return replaceText(this.#deps, replacement, valid, conditions);
    });
  }

  /** Returns the post with this slug, or null. `known` is its organization, if the caller has read it. */
  async get(
    { organizationSlug, slug }: PostAddress,
    known?: OrganizationFields,
  ): Promise<StoredPostWithHtml | null> {
    const found = await findPost(this.#deps.store, organizationSlug, slug);
    if (found === null) return null;
    return (await showStored(this.#deps, organizationSlug, [wholeOf(found)], known))[0] ?? null;
  }

  /** Returns the posts with these slugs, without their HTML. Missing and damaged posts are left out. */
  async getHeads(organizationSlug: string, slugs: readonly string[]): Promise<StoredPost[]> {
    const posts = await findPostHeads(this.#deps.store, organizationSlug, slugs);
    return showStored(this.#deps, organizationSlug, posts);
  }

  /** Returns the post that was imported from an item of another system, without its HTML, or null. */
  async findImported(organizationSlug: string, origin: ImportOrigin): Promise<StoredPost | null> {
    const post = await findImported(this.#deps.store, organizationSlug, origin);
    const [shown = null] = await showStored(this.#deps, organizationSlug, post === null ? [] : [post]);
    return shown;
  }

  /** Lists all posts that were imported from a source, without their HTML. */
  async *iterateImported(organizationSlug: string, source: string): AsyncGenerator<StoredPost> {
    const posts = iterateImported(this.#deps.store, organizationSlug, source);
    for await (const post of posts) yield* await showStored(this.#deps, organizationSlug, [post]);
  }

  /** Lists all posts of an organization, sorted by `createdAt`, without their HTML. */
  async *iterate(organizationSlug: string): AsyncGenerator<StoredPost> {
    const pages = eachPage(this.#deps.store, (place) =>
      this.list(organizationSlug, { sort: "createdAt", limit: 100, ...place }),
    );
    for await (const { posts } of pages) yield* posts;
  }

  /**
   * Changes some fields of a post (RFC 7396). Sets `updatedAt` to now unless the changes include it. Writes nothing if nothing changes. The status
   * `draft` alone takes the working copy of the post with it, as the text of the draft.
   *
   * @param changes the changes, or a function that derives them from the present post
   * @throws {InvalidInputError} if a change is invalid
   * @throws {NotFoundError} if the post does not exist
   * @throws {AlreadyExistsError} if the new slug is taken
   * @throws {PreconditionFailedError} if a precondition of the options fails
   * @throws {UnpublishedChangesError} if the changes publish a post with a working copy without a decision, or make it a draft with other changes
   */
  async update(
    { organizationSlug, slug }: PostAddress,
    changes: ChangesOf<PostChanges, StoredPostWithHtml>,
    { changes: decision, workingCopy, ...options }: PostUpdateOptions = {},
  ): Promise<StoredPostWithHtml> {
    const action = "Cannot update the post";
    const check = (given: PostChanges): PatchOf<ValidPostInput> => {
      const valid = validate(postChanges, given, action);
      requireHtml(withoutNulls(valid), action);
      return valid;
    };
    const known = typeof changes === "function" ? undefined : check(changes);
    const address = { organizationSlug, slug, action, state: options.state };
    const conditions = { ...options };
    const put = await repeatPostWrite(this.#deps.store, address, async (state) => {
      const organization = state.requireOrganization(action);
      const found = await state.requirePost(action);
      requireExpected(found.post.data, conditions, action);
      const valid = known ?? check(await changesFor(changes, this.#shown(organization, wholeOf(found))));
      const refusesCopy = publishes(valid) && decision === undefined;
      const write = {
        organization,
        found,
        action,
        options: { ...options, state, refusesCopy, customWrite: "patch" as const },
        ...given({ publication: publicationIn(valid) }),
      };
      const used = await useCopy(this.#deps, write, given({ changes: decision, workingCopy }));
      if (used !== undefined) return used;
      return replaceText(this.#deps, write, fieldsAfter(valid, found), conditions);
    });
    return put.post;
  }

  /**
   * Deletes a post and its revisions.
   *
   * @returns true if the post existed
   * @throws {PreconditionFailedError} if a precondition of the options fails
   */
  async delete(address: PostAddress, options: PostWriteOptions = {}): Promise<boolean> {
    return deletePost(this.#deps, address, options);
  }

  /** Returns a page of the posts that match a query, of every status, without their HTML. */
  async list(
    organizationSlug: string,
    query: PostListQuery = {},
    { known, marks = false }: { known?: OrganizationFields | undefined; marks?: boolean } = {},
  ): Promise<{ posts: Omit<ScannedPost, "html">[]; next: string | null }> {
    const { sort = "-updatedAt", limit = 50 } = query;
    requirePageLimit("Cannot list the posts", limit);
    const { store, indexes, clock } = this.#deps;
    await indexes.complete(organizationSlug, query);
    const fields = await indexes.ofFields(organizationSlug, query);
    const scan = { ...query, sort, limit, marks, fields, isMatch: matcherOf(query, clock.now()) };
    const page = await scanPosts(store, ["org", organizationSlug], scan);
    const posts = await presentReferences(store, organizationSlug, page.posts);
    return { ...page, posts: await showStored(this.#deps, organizationSlug, posts, known) };
  }

  /** Returns the last 10 revisions of a post, newest first. A missing post has an empty list. */
  async revisions(
    { organizationSlug, slug }: PostAddress,
    { known, judge }: KnownPost = {},
  ): Promise<PostRevision[]> {
    const post = known ?? (await findPost(this.#deps.store, organizationSlug, slug))?.post.data;
    if (post === undefined) return [];
    judge?.requireWritable(post);
    const revisions = await readRevisions(this.#deps.store, organizationSlug, post);
    return showRevisions(this.#deps.store, organizationSlug, revisions);
  }

  /** Returns one revision of a post, or null. */
  async revision({ organizationSlug, slug }: PostAddress, number: number): Promise<PostRevision | null> {
    const found = await findPost(this.#deps.store, organizationSlug, slug);
    if (found === null || !Number.isSafeInteger(number)) return null;
    const location = { partition: ["org", organizationSlug], key: revisionKey(found.post.data.id, number) };
    const revision = await this.#deps.store.get<PostRevision>(location);
    const revisions = revision === null ? [] : [revision.data];
    return (await showRevisions(this.#deps.store, organizationSlug, revisions))[0] ?? null;
  }

  /**
   * Writes the content of a revision as a new revision. The post keeps its slug, status, `createdAt` and `publishedAt`.
   *
   * @throws {NotFoundError} if the revision does not exist, or its content was too long to be stored
   * @throws {PreconditionFailedError} if a precondition of the options fails
   */
  async restore(
    { organizationSlug, slug }: PostAddress,
    number: number,
    options: PostWriteOptions = {},
  ): Promise<StoredPostWithHtml> {
    const action = `Cannot restore revision ${number}`;
    const address = { organizationSlug, slug, action, state: options.state };
    const conditions = { ...options };
    const put = await repeatPostWrite(this.#deps.store, address, async (state) => {
      const organization = state.requireOrganization(action);
      const found = await state.requirePost(action);
      requireExpected(found.post.data, conditions, action);
      const input = await inputOfRevision(this.#deps.store, organizationSlug, { found, number, action });
      const write = { ...options, state, restoredFrom: number, customWrite: "revision" as const };
      return replaceText(this.#deps, { organization, found, action, options: write }, input, conditions);
    });
    return put.post;
  }

  /** Writes a new post, or replaces a damaged one. Returns null if the slug is taken. */
  async #insert(
    organization: StoredOrganization,
    valid: ValidPostInput,
    {
      dryRun = false,
      isImport = false,
      isSilent = false,
      importedFrom,
      id: wantedId,
      replaces = null,
      state,
      marks,
      judge,
      ...actor
    }: PutPostOptions & { state: PostState; replaces?: DamagedRecordError | null },
  ): Promise<StoredPostWithHtml | null> {
    judge?.requireWrite(null, { ...valid, status: valid.status ?? "published" });
    const slug = valid.slug ?? toSlug(valid.name);
    const remains = replaces && (await findRemains(this.#deps.store, ["org", organization.slug], slug));
    if (replaces !== null && remains === null) return null;
    const [content, now] = [contentIn(valid), this.#now()];
    const before = remains?.before ?? null;
    const [id, isAwaited] = await Promise.all([
      before?.id ?? (dryRun ? 0 : newPostId(this.#deps.store, organization.slug, wantedId)),
      before === null && !dryRun && hasReferences(this.#deps.store, organization.slug, slug),
    ]);
    const by = replaces === null ? actor.by : undefined;
    const how = { id, html: content.html, now, before, by, isImport, ...(importedFrom && { importedFrom }) };
    // The status of a damaged post without a readable revision is unknown, and may have been a draft.
    const isDraft = replaces !== null && before === null;
    const fields = { ...(isDraft && { status: "draft" as const }), ...valid, ...marks };
    const post = await completePost(organization, fields, how, this.#deps);
    const shown = this.#shown(organization, { ...post, ...content });
    if (dryRun) return shown;
    const revision = revisionChanges({ post, content }, { before: null, at: now, origin: actor });
    const { deletes } = revision;
    const sets = [...setsOf(post, content), ...revision.sets];
    const changes = {
      checks: [
        { key: organizationLocation(organization.slug).key, exists: true },
        remains?.check ?? { key: postKey(post.slug), exists: false },
        ...(before === null && id === wantedId ? [{ key: postIdKey(id), exists: false }] : []),
      ],
      sets,
      deletes,
      deletedEntries: obsoleteKeys(remains, { sets, deletes }),
    };
    const result = await commitPost(this.#deps, organization.slug, changes, {
      before,
      after: post,
      hasRemains: remains !== null,
      isSilent,
      state,
      ...(before === null && { isAwaited }),
    });
    return result.committed ? shown : null;
  }

  #shown<Shown extends StoredPost>(organization: StoredOrganization, post: Shown): Shown {
    return shownStored(organization, post, this.#deps.clock.now());
  }

  #now(): string {
    return new Date(this.#deps.clock.now()).toISOString();
  }
}
