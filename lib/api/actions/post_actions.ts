import {
  type CopyMark,
  type CustomValues,
  type PostChanges,
  type PostInput,
  type PostListQuery,
  type PostNumbers,
  type PostRevision,
  type PostTotalsFilter,
  type PostWarning,
  postLocationOf,
  postWarnings,
  readCopyMarks,
  readHiddenValues,
  type ScannedPost,
  type PostWriteOptions,
  type PutPost,
  type StoredOrganization,
  type StoredPost,
  type StoredPostWithHtml,
  textWarnings,
} from "../../content/mod.ts";
import { InvalidInputError, NotFoundError } from "../../base/errors.ts";
import { changesFor, type ChangesOf } from "../../base/input/patch_of.ts";
import { given } from "../../base/given.ts";
import { requireTimeZone } from "../../base/time/time_zone.ts";
import type { Timestamp } from "../../base/time/timestamp.ts";
import {
  type AdminPostAddress,
  type AdminActor,
  isPermitted,
  knownOrganization,
  organizationOf,
  readWithKeyOf,
  requirePermitted,
  sharedPost,
} from "./admin_actor.ts";
import type { AdminDeps } from "./admin_deps.ts";
import type { PostFaqExplanation } from "./explain_html.ts";
import { explainPost } from "./explain_post.ts";
import { type PostPreview, toPreview } from "./post_preview.ts";
import { PostText, type PublishOptions } from "./post_text.ts";
import type { TextConditions } from "./texts/shown_text.ts";
import { canSee, canWrite, canWritePosts, writerOf, writerWithReads } from "./rights/post_rights.ts";
import { needsPost, type PostUpload, toPostChanges, toPostInput, type UploadContext } from "./post_upload.ts";
import { WorkingCopyActions } from "./working_copy_actions.ts";

/** Conditions on the current post that a write requires: see {@link PostWriteOptions}. */
export type PostConditions = Pick<PostWriteOptions, "ifMatch" | "ifNoneMatch">;

/** A post of a list, without its content. */
export type ListedPost = Omit<ScannedPost, "html">;

/**
 * The actions on the posts of an organization. With `posts:read` an actor sees only public posts. Drafts, scheduled and archived
 * posts, the history and all changes need `posts:write`, or `posts:write-own` for posts that the actor created. What readers see of an own
 * post needs `posts:publish-own` in addition.
 */
export class PostActions {
  /** Texts of posts as their writers see them. */
  readonly text: PostText;
  /** Working copies of posts, which programs read and write. */
  readonly workingCopy: WorkingCopyActions;
  readonly #deps: AdminDeps;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
    this.text = new PostText(deps);
    this.workingCopy = new WorkingCopyActions(deps);
  }

  /**
   * Returns a page of the posts that match a query, of every status, without their HTML. For writers, posts with a working copy have
   * `unpublishedChanges`.
   */
  async list(
    actor: AdminActor,
    query: PostListQuery = {},
  ): Promise<{ posts: ListedPost[]; next: string | null }> {
    requirePermitted(actor, "posts:read");
    const isWriter = canWritePosts(actor);
    const { status } = query;
    if (!isWriter && status !== undefined && status !== "published") return { posts: [], next: null };
    const visible = isWriter ? visibleFilter(actor, query) : { ...query, status: "published" as const };
    const options = { known: knownOrganization(actor), marks: isWriter };
    const page = await this.#deps.posts.list(actor.organizationSlug, visible, options);
    // A post may have changed since the index was read.
    const posts = page.posts.filter((post) => this.#isVisible(actor, post));
    return { ...page, posts: posts.map((post) => (canWrite(actor, post) ? post : withoutMark(post))) };
  }

  /** Returns the numbers of the posts that match a filter and that the actor may see, by status. */
  async totals(
    actor: AdminActor,
    filter: PostTotalsFilter = {},
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<PostNumbers> {
    requirePermitted(actor, "posts:read");
    const isWriter = canWritePosts(actor);
    const visible = isWriter ? visibleFilter(actor, filter) : filter;
    const numbers = await this.#deps.postTotals.get(actor.organizationSlug, visible, signal);
    if (isWriter) return numbers;
    const { published, isComplete } = numbers;
    return { all: published, draft: 0, scheduled: 0, published, archived: 0, isComplete };
  }

  /** Returns true if the organization has a public post. It reads no post. */
  async hasPublished(actor: AdminActor): Promise<boolean> {
    requirePermitted(actor, "posts:read");
    return this.#deps.postTotals.hasPublished(actor.organizationSlug);
  }

  /**
   * Returns a post with its HTML. `postTag` of it is the value for `ifMatch`.
   *
   * @throws {NotFoundError} if the organization has no such post, or the actor may not see it
   */
  async get({ actor, slug }: AdminPostAddress): Promise<StoredPostWithHtml> {
    requirePermitted(actor, "posts:read");
    const shared = await sharedPost(actor, slug);
    const post =
      shared === undefined
        ? await this.#deps.posts.get({ organizationSlug: actor.organizationSlug, slug })
        : shared;
    if (post !== null && this.#isVisible(actor, post)) return post;
    throw notFound("Cannot show the post", actor, slug);
  }

  /** Returns the posts with these slugs that the actor may see, without their HTML. */
  async getHeads(actor: AdminActor, slugs: readonly string[]): Promise<StoredPost[]> {
    requirePermitted(actor, "posts:read");
    const posts = await this.#deps.posts.getHeads(actor.organizationSlug, slugs);
    return posts.filter((post) => this.#isVisible(actor, post));
  }

  /** Returns the marks of posts with unpublished changes, by the ids of the posts. There are only marks of posts whose text the actor may change. */
  async unpublishedChanges(actor: AdminActor, postIds: readonly number[]): Promise<Map<number, CopyMark>> {
    requirePermitted(actor, "posts:read");
    if (!canWritePosts(actor) || postIds.length === 0) return new Map();
    const { store, posts } = this.#deps;
    const { organizationSlug } = actor;
    const marks = await readCopyMarks(store, organizationSlug, postIds);
    if (isPermitted(actor, "posts:write") || marks.size === 0) return marks;
    const locations = [...marks.keys()].map((id) => postLocationOf(organizationSlug, id));
    const places = await store.getReadable<{ slug: string }[]>(locations);
    const heads = await posts.getHeads(
      organizationSlug,
      places.flatMap((place) => place?.data.slug ?? []),
    );
    const own = new Set(heads.filter((post) => canWrite(actor, post)).map(({ id }) => id));
    return new Map([...marks].filter(([id]) => own.has(id)));
  }

  /** Returns the values of a post that no field of the organization shows, by the names under which they are stored. */
  async hiddenValues({ actor, slug }: AdminPostAddress): Promise<CustomValues> {
    const { judge } = writerOf(actor);
    return readHiddenValues(this.#deps.store, { organizationSlug: actor.organizationSlug, slug }, judge);
  }

  /**
   * Returns a post's data for readers and search engines: FAQ entries, JSON-LD with warnings, and its sitemap entry.
   *
   * @throws {NotFoundError} as {@link PostActions.show}
   */
  async preview({ actor, slug }: AdminPostAddress): Promise<PostPreview> {
    const post = await this.get({ actor, slug });
    const organization = await this.#organizationOf(actor);
    if (organization === null) throw notFound("Cannot show the post", actor, slug);
    return toPreview(organization, post, { ...this.#deps, now: this.#deps.clock.now() });
  }

  /**
   * Explains which headings of a post are questions, and why the others are not.
   *
   * @returns null if the post is too long, or explaining it takes too long
   * @throws {NotFoundError} as {@link PostActions.show}
   */
  async explainFaq({ actor, slug }: AdminPostAddress): Promise<PostFaqExplanation[] | null> {
    const post = await this.get({ actor, slug });
    const organization = await this.#organizationOf(actor);
    if (organization === null) throw notFound("Cannot explain the post", actor, slug);
    return explainPost(organization, post, this.#deps);
  }

  /** Returns the warnings for a post that the actor wrote. */
  async warningsOf(actor: AdminActor, post: StoredPostWithHtml): Promise<PostWarning[]> {
    if (post.isAccessibleForFree) return textWarnings(post);
    const organization = await this.#organizationOf(actor);
    return organization === null ? [] : postWarnings(organization, post);
  }

  /**
   * Creates a post from HTML or Markdown.
   *
   * @throws {InvalidInputError} if the input is not allowed
   * @throws {AlreadyExistsError} if the slug is taken
   */
  async create(actor: AdminActor, upload: PostUpload): Promise<StoredPostWithHtml> {
    const writer = writerWithReads(actor);
    const input = await toPostInput(upload, "Cannot create the post", this.#reading(actor));
    return this.#deps.posts.create(actor.organizationSlug, input, writer);
  }

  /**
   * Creates the post with a slug, or replaces it completely. An upload without changes writes nothing.
   *
   * @throws {InvalidInputError} if the input is not allowed
   * @throws {PreconditionFailedError} if the post does not meet the conditions
   * @throws {UnpublishedChangesError} if the input makes a post with a working copy a draft
   */
  async put(
    { actor, slug }: AdminPostAddress,
    upload: PostUpload,
    conditions: PostConditions = {},
  ): Promise<PutPost> {
    const options = { ...conditions, ...writerWithReads(actor) };
    const action = "Cannot put the post";
    const input = await toPostInput(upload, action, { ...this.#reading(actor), slug });
    if (input.slug !== undefined && input.slug !== slug) {
      throw new InvalidInputError(action, [{ pointer: "/slug", message: `must be "${slug}" or left out` }]);
    }
    return this.#deps.posts.put(actor.organizationSlug, { ...input, slug }, options);
  }

  /**
   * Changes some fields of a post (RFC 7396). `markdown` without `html` is converted to HTML, by default in the dialect that the post had.
   * `html` without `markdown` removes the Markdown that the post had. A change of the status alone is {@link PostText.unpublish} for `draft`, and
   * {@link PostText.publish} for `published` and `scheduled`, with or without `publishedAt`. Other changes leave the working copy of the post as it is.
   *
   * @param conditions.changes decides about the working copy if the post is published: see {@link PublishOptions}
   *
   * @throws {InvalidInputError} if a change is not allowed
   * @throws {NotFoundError} if the organization has no such post
   * @throws {AlreadyExistsError} if the new slug is taken
   * @throws {PreconditionFailedError} if the post does not meet the conditions
   * @throws {UnpublishedChangesError} if the changes publish a post with a working copy without a decision, or make it a draft with other changes
   */
  async update(
    { actor, slug }: AdminPostAddress,
    changes: ChangesOf<PostChanges, StoredPostWithHtml>,
    { changes: decision, ...conditions }: PostConditions & Pick<PublishOptions, "changes"> = {},
  ): Promise<StoredPostWithHtml> {
    const options = { ...conditions, ...given({ changes: decision }), ...writerWithReads(actor) };
    const action = "Cannot update the post";
    const publication = publicationIn(changes);
    if (publication !== undefined) {
      const decided = { ...publication, ...conditions, ...given({ changes: decision }) };
      return this.text.publish({ actor, slug }, decided);
    }
    if (isUnpublication(changes)) return this.text.unpublish({ actor, slug }, conditions);
    const { posts } = this.#deps;
    const address = { organizationSlug: actor.organizationSlug, slug };
    const context = this.#reading(actor);
    if (typeof changes !== "function" && !needsPost(changes)) {
      return posts.update(
        address,
        await toPostChanges(changes, action, { ...context, before: null }),
        options,
      );
    }
    const toChanges = async (before: StoredPostWithHtml): Promise<PostChanges> =>
      toPostChanges(await changesFor(changes, before), action, { ...context, before });
    return posts.update(address, toChanges, options);
  }

  /** Publishes a post. A post that was published before keeps its publication time. @throws as {@link PostText.publish} */
  async publish(address: AdminPostAddress, options: PublishOptions = {}): Promise<StoredPostWithHtml> {
    return this.text.publish(address, options);
  }

  /** Schedules a post to be published later. @throws as {@link PostText.publish} */
  async schedule(
    address: AdminPostAddress,
    options: PublishOptions & { publishedAt: Timestamp },
  ): Promise<StoredPostWithHtml> {
    return this.text.publish(address, { ...options, isScheduled: true });
  }

  /**
   * Makes a published, scheduled or archived post a draft, so that it is no longer public. A post that was public keeps its publication time.
   *
   * @throws as {@link PostText.unpublish}
   */
  async unpublish(address: AdminPostAddress, conditions: TextConditions = {}): Promise<StoredPostWithHtml> {
    return this.text.unpublish(address, conditions);
  }

  /** Archives a post, so that it is no longer public. @throws as {@link PostActions.update} */
  async archive(
    { actor, slug }: AdminPostAddress,
    conditions: PostConditions = {},
  ): Promise<StoredPostWithHtml> {
    return this.update({ actor, slug }, { status: "archived" }, conditions);
  }

  /**
   * Gives a post a status, a time of publication and a time zone of its schedule that it had before. Without `publishedAt`, a draft or archived post has
   * none afterwards. The working copy of a post that becomes public stays.
   *
   * @throws {InvalidInputError} if the runtime does not know the time zone
   * @throws as {@link PostActions.update}
   */
  async restorePublication(
    { actor, slug }: AdminPostAddress,
    {
      status,
      publishedAt,
      scheduleZone,
    }: Pick<StoredPost, "status" | "scheduleZone"> & Pick<PostInput, "publishedAt">,
    conditions: PostConditions = {},
  ): Promise<StoredPostWithHtml> {
    const writer = writerWithReads(actor);
    requireTimeZone("Cannot restore the publication", { scheduleZone });
    const address = { organizationSlug: actor.organizationSlug, slug };
    const changes = { status, publishedAt: publishedAt ?? null };
    const options = {
      ...conditions,
      changes: "leave",
      marks: given({ scheduleZone }),
      ...writer,
    } as const;
    return this.#deps.posts.update(address, changes, options);
  }

  /**
   * Deletes a post and its history.
   *
   * @throws {NotFoundError} if the organization has no such post
   * @throws {PreconditionFailedError} if the post does not meet the conditions
   */
  async delete({ actor, slug }: AdminPostAddress, conditions: PostConditions = {}): Promise<void> {
    const options = { ...conditions, ...writerWithReads(actor) };
    if (await this.#deps.posts.delete({ organizationSlug: actor.organizationSlug, slug }, options)) return;
    throw notFound("Cannot delete the post", actor, slug);
  }

  /**
   * Returns the last 10 revisions of a post, newest first.
   *
   * @throws {NotFoundError} if the organization has no such post
   */
  async history({ actor, slug }: AdminPostAddress): Promise<PostRevision[]> {
    const { judge } = writerOf(actor);
    const address = { organizationSlug: actor.organizationSlug, slug };
    const known = await sharedPost(actor, slug);
    const revisions = await this.#deps.posts.revisions(address, { known, judge });
    if (revisions.length > 0) return revisions;
    throw notFound("Cannot show the post's history", actor, slug);
  }

  #reading(actor: AdminActor): UploadContext {
    const { organizationSlug } = actor;
    const { state } = readWithKeyOf(actor);
    const { clock, organizations, textWork } = this.#deps;
    return {
      now: clock.now(),
      textWork: textWork.of(organizationSlug),
      postFields: async () =>
        (state === undefined ? await organizations.get(organizationSlug) : state.organization)?.postFields,
    };
  }

  async #organizationOf(actor: AdminActor): Promise<StoredOrganization | null> {
    return organizationOf(actor, (slug) => this.#deps.organizations.get(slug));
  }

  #isVisible(actor: AdminActor, post: StoredPost): boolean {
    return canSee(actor, post, this.#deps.clock.now());
  }
}

/** Returns the publication of changes that publish or schedule a post, and change nothing else. */
function publicationIn(
  changes: ChangesOf<PostChanges, StoredPostWithHtml>,
): Pick<PublishOptions, "publishedAt" | "isScheduled"> | undefined {
  if (typeof changes === "function") return undefined;
  const { status, publishedAt, ...others } = changes;
  const publishes = status === "published" || status === "scheduled";
  if (!publishes || publishedAt === null || Object.keys(others).length > 0) return undefined;
  return { ...given({ publishedAt }), isScheduled: status === "scheduled" };
}

/** True for changes that make a post a draft, and change nothing else. */
function isUnpublication(changes: ChangesOf<PostChanges, StoredPostWithHtml>): boolean {
  return typeof changes !== "function" && changes.status === "draft" && Object.keys(changes).length === 1;
}

/** Limits a filter to the posts that a writer may see. */
function visibleFilter<Query extends PostTotalsFilter>(actor: AdminActor, query: Query): Query {
  return isPermitted(actor, "posts:write") ? query : { ...query, visibleTo: actor.userId };
}

function withoutMark({ unpublishedChanges: _changes, ...post }: ListedPost): ListedPost {
  return post;
}

function notFound(action: string, { organizationSlug }: AdminActor, slug: string): NotFoundError {
  return new NotFoundError(`${action}: "${organizationSlug}" has no "${slug}"`);
}
