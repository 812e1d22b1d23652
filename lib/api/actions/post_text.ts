import {
  DraftTextError,
  hasTextOf,
  type PostContent,
  type PostState,
  postTag,
  postState,
  type PresentWriter,
  shownStored,
  type StoredPost,
  type StoredPostWithHtml,
  statusAt,
  type UnfinishedFields,
  UnpublishedChangesError,
  wholeOf,
  type WorkingCopy,
  workingCopyInput,
  type WorkingCopyText,
} from "../../content/mod.ts";
import { AlreadyExistsError, InvalidInputError, NotFoundError } from "../../base/errors.ts";
import { given } from "../../base/given.ts";
import { validate } from "../../base/input/validate.ts";
import { requireTimeZone } from "../../base/time/time_zone.ts";
import type { Timestamp } from "../../base/time/timestamp.ts";
import { runQuestion } from "../../store/mod.ts";
import {
  type AdminActor,
  type AdminPostAddress,
  readWithKeyOf,
  requirePermitted,
  sharedPost,
  signatureOf,
} from "./admin_actor.ts";
import type { AdminDeps } from "./admin_deps.ts";
import { freeSlugs, mostSlugs } from "./texts/free_slugs.ts";
import { contentOfCopy } from "./texts/post_of_copy.ts";
import {
  otherCopy,
  partsOfVersion,
  requireVersion,
  savedCopy,
  savedIn,
  type SavedText,
  type TextConditions,
  savedPost,
  type ShownText,
  shownText,
  textOfRevision,
} from "./texts/shown_text.ts";
import { finishedPart, marksOf, requireFinished, type TextInput } from "./texts/text_input.ts";

/** Options of {@link PostText.publish}. */
export interface PublishOptions extends TextConditions {
  /** Use of the working copy of a post: it is published, too, or it stays as it is. Default: a post with a working copy is refused. */
  changes?: "publish" | "leave";
  /** Time of publication. A time in the future schedules the post. Default: now, or the time of the earlier publication. */
  publishedAt?: Timestamp;
  /** IANA name of the time zone of the writer who schedules the post, which is kept with the schedule. Default: none is kept. */
  timeZone?: string;
  /** True if the time of publication must be in the future. Default: false. */
  isScheduled?: boolean;
}

/** A change of a post's status. */
interface Publication {
  change: { status: "published" | "scheduled" | "draft"; publishedAt?: Timestamp };
  marks?: Pick<StoredPost, "scheduleZone">;
  /** The working copy that is applied. Default: none. */
  copy?: WorkingCopy;
  changes?: "leave";
}

const saveAction = "Cannot save the text";
const publishAction = "Cannot publish the post";

/**
 * The texts of posts as their writers see them. A draft is its last saved text. The changes of other posts stay in a working copy until they are
 * published. All actions need `posts:write`.
 */
export class PostText {
  readonly #deps: AdminDeps;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
  }

  /**
   * Creates the draft of a new post from its first text. Its slug comes from the title. The first publication makes the slug anew, unless it was changed.
   *
   * @throws {InvalidInputError} if the text is too long
   */
  async start(actor: AdminActor, input: TextInput): Promise<SavedText> {
    requirePermitted(actor, "posts:write");
    const action = "Cannot create the draft";
    const { text, unfinished } = finishedPart(input, action);
    const { content, unread } = await this.#render({ actor, slug: "" }, text, { html: "" });
    const { html: _html, markdown: _markdown, markdownDialect: _dialect, base: _base, ...fields } = text;
    const marks = { hasDerivedSlug: true, ...marksOf({ ...unfinished, ...unread }) };
    const title = unfinished["name"] === undefined ? text.name : "";
    for await (const slug of freeSlugs(this.#deps.posts, actor.organizationSlug, { title })) {
      try {
        const post = await this.#deps.posts.create(
          actor.organizationSlug,
          { ...fields, ...content, slug, status: "draft" },
          { ...signatureOf(actor), marks },
        );
        return savedIn(post);
      } catch (error) {
        if (!(error instanceof AlreadyExistsError)) throw error;
      }
    }
    throw new AlreadyExistsError(`${action}: the first ${mostSlugs} slugs of the title are taken`);
  }

  /**
   * Returns the text of a post: the draft, or else the working copy, or else the post.
   *
   * @throws {NotFoundError} if the organization has no such post
   */
  async get(address: AdminPostAddress): Promise<ShownText> {
    requirePermitted(address.actor, "posts:write");
    const { post, copy } = await this.#read(address, "Cannot show the text");
    return shownText(post, copy);
  }

  /**
   * Saves the text of a post: of a draft in the draft itself, otherwise in the working copy. Nothing that readers see changes. Saving the stored text
   * again is no conflict, nor is a save after the text was published, unpublished or renamed without another change.
   *
   * @param condition.ifMatch version of the text that the save replaces
   * @throws {InvalidInputError} if a field of a post that is no draft is not valid
   * @throws {NotFoundError} if the organization has no such post
   * @throws {PreconditionFailedError} if somebody has saved another text
   */
  async save(
    { actor, slug }: AdminPostAddress,
    input: TextInput,
    { ifMatch }: { ifMatch: string },
  ): Promise<SavedText> {
    requirePermitted(actor, "posts:write");
    try {
      return await this.#save({ actor, slug }, input, { ifMatch, state: readWithKeyOf(actor).state });
    } catch (error) {
      if (!(error instanceof DraftTextError)) throw error;
      // The post has become a draft while it was saved.
      return this.#save({ actor, slug }, input, { ifMatch, state: undefined });
    }
  }

  async #save(
    { actor, slug }: AdminPostAddress,
    input: TextInput,
    { ifMatch, state: known }: { ifMatch: string; state: PostState | undefined },
  ): Promise<SavedText> {
    const { id } = partsOfVersion(ifMatch);
    const { store, workingCopies, drafts, clock } = this.#deps;
    const { organizationSlug } = actor;
    const address = { organizationSlug, slug };
    const [state, readCopy] = await Promise.all([
      known ?? runQuestion(store, postState(store, address)),
      workingCopies.ofPost(organizationSlug, id),
    ]);
    const found = await state.requirePost(saveAction);
    const { data: stored } = found.post;
    // The version names another post if the slug has changed hands.
    const copy = stored.id === id ? readCopy : await workingCopies.ofPost(organizationSlug, stored.id);
    const seen = { post: stored, version: ifMatch };
    const isKept = copy === null && (await hasTextOf(store, organizationSlug, seen));
    const { tag, copyVersion } = partsOfVersion(isKept ? postTag(stored) : ifMatch);
    if (statusAt(stored, clock.now()) === "draft") {
      const { text, unfinished } = finishedPart(input, saveAction);
      const before = "html" in found.content ? found.content : { html: "" };
      const { content, unread } = await this.#render({ actor, slug }, text, before);
      const { html: _html, markdown: _markdown, markdownDialect: _dialect, base: _base, ...fields } = text;
      if (copy !== null && copyVersion !== copy.version) throw otherCopy(saveAction, copy);
      const written = await drafts.save(
        address,
        { text: fields, content, unfinished: { ...unfinished, ...unread } },
        { ifMatch: tag, copy: copy?.version ?? null, state, ...signatureOf(actor) },
      );
      if (written !== null) return savedIn({ ...written.post, ...written.content });
    }
    const organization = state.requireOrganization(saveAction);
    const post = shownStored(organization, wholeOf(found), clock.now());
    const { unfinished: typed = {}, ...text } = input;
    requireFinished(typed, saveAction);
    const valid = validate(workingCopyInput, { ...text, base: tag }, saveAction);
    const read = { found, copy, organization };
    const saved = await workingCopies.save(address, valid, {
      ifMatch: copyVersion,
      acceptsSame: true,
      known: read,
      ...signatureOf(actor),
    });
    return saved === null ? savedPost(post) : savedCopy(post, saved);
  }

  /**
   * Makes a revision of the saves of a draft, because its writer leaves. Does nothing for other posts, and if somebody has saved since.
   *
   * @throws {NotFoundError} if the organization has no such post
   */
  async close({ actor, slug }: AdminPostAddress, { version }: { version: string }): Promise<void> {
    requirePermitted(actor, "posts:write");
    const { tag } = partsOfVersion(version);
    await this.#deps.drafts.close({ organizationSlug: actor.organizationSlug, slug }, tag);
  }

  /**
   * Publishes a post, or schedules it. A draft is published with its last saved text. A post with a working copy is refused, unless `changes` decides
   * about it.
   *
   * @throws {InvalidInputError} if fields of the draft are not valid yet, or the runtime does not know the time zone
   * @throws {NotFoundError} if the organization has no such post
   * @throws {PreconditionFailedError} if the text has another version
   * @throws {UnpublishedChangesError} if the post has unpublished changes, and `changes` is missing
   */
  async publish(
    { actor, slug }: AdminPostAddress,
    { changes, publishedAt, timeZone, isScheduled = false, ...conditions }: PublishOptions = {},
  ): Promise<StoredPostWithHtml> {
    requirePermitted(actor, "posts:write");
    requireTimeZone(publishAction, { timeZone });
    const { post, copy } = await this.#read({ actor, slug }, publishAction);
    // A later save of changes that are left out changes nothing of the publication.
    const { version: _version, ...ofPost } = conditions;
    requireVersion({ post, copy }, changes === "leave" ? ofPost : conditions, publishAction);
    const isDraft = post.status === "draft";
    if (copy !== null && !isDraft && changes === undefined) {
      throw new UnpublishedChangesError(post, copy);
    }
    const status = isScheduled ? ("scheduled" as const) : ("published" as const);
    const change = { status, ...given({ publishedAt }) };
    const publication = { change, ...(timeZone !== undefined && { marks: { scheduleZone: timeZone } }) };
    const used = copy !== null && (isDraft || changes === "publish") ? { copy } : {};
    const isLeft = changes === "leave" && { changes };
    return this.#setStatus({ actor, slug }, post, { ...publication, ...used, ...isLeft });
  }

  /**
   * Makes a post a draft, so that it is no longer public. Its working copy becomes the text of the draft in the same commit. The former text stays in
   * the history.
   *
   * @throws {NotFoundError} if the organization has no such post
   * @throws {PreconditionFailedError} if the post has another tag
   */
  async unpublish(
    { actor, slug }: AdminPostAddress,
    conditions: TextConditions = {},
  ): Promise<StoredPostWithHtml> {
    requirePermitted(actor, "posts:write");
    const action = "Cannot unpublish the post";
    const { post, copy } = await this.#read({ actor, slug }, action);
    requireVersion({ post, copy }, conditions, action);
    const change = { status: "draft" as const };
    return this.#setStatus({ actor, slug }, post, { change, ...(copy !== null && { copy }) });
  }

  /**
   * Restores the text of one of the last 10 revisions, as the text of a draft or as the working copy of another post. Readers see it after the
   * publication.
   *
   * @param conditions.version version of the text that is replaced. A working copy is replaced only if it is named
   * @throws {NotFoundError} if the revision does not exist, or its content was too long to be stored
   * @throws {PreconditionFailedError} if the text has another version
   */
  async restore(
    { actor, slug }: AdminPostAddress,
    number: number,
    conditions: TextConditions = {},
  ): Promise<SavedText> {
    requirePermitted(actor, "posts:write");
    const action = `Cannot restore revision ${number}`;
    const { posts, workingCopies } = this.#deps;
    const address = { organizationSlug: actor.organizationSlug, slug };
    const { post, copy } = await this.#read({ actor, slug }, action);
    requireVersion({ post, copy }, conditions, action);
    if (copy !== null && conditions.version === undefined) throw otherCopy(action, copy);
    if (post.status === "draft") {
      const options = { ifMatch: [postTag(post)], ...signatureOf(actor) };
      return savedIn(await posts.restore(address, number, options));
    }
    const text = textOfRevision(post, await posts.revisions(address, post), { number, action });
    const input = validate(workingCopyInput, { ...text, base: postTag(post) }, action);
    const saved = await workingCopies.save(address, input, {
      ifMatch: copy?.version ?? null,
      ...signatureOf(actor),
    });
    return saved === null ? savedPost(post) : savedCopy(post, saved);
  }

  /** Returns the writers of the open pages of a post. @throws {NotFoundError} if the organization has no such post */
  async presence({ actor, slug }: AdminPostAddress): Promise<PresentWriter[]> {
    requirePermitted(actor, "posts:write");
    const { id } = await this.#requirePost({ actor, slug }, "Cannot show the writers");
    return this.#deps.presence.list(actor.organizationSlug, id);
  }

  /**
   * Records that a page of the actor has a post open, for 45 seconds. Returns the open pages with their writers.
   *
   * @param options.page id of the page in the browser: 8 to 64 letters, digits, `-` or `_`
   * @param options.isLeaving true if the page is being closed
   * @throws {NotFoundError} if the organization has no such post
   */
  async present(
    { actor, slug }: AdminPostAddress,
    { page, isLeaving = false }: { page: string; isLeaving?: boolean },
  ): Promise<PresentWriter[]> {
    requirePermitted(actor, "posts:write");
    const action = "Cannot record the writer";
    if (!/^[\w-]{8,64}$/.test(page)) {
      throw new InvalidInputError(action, [
        { pointer: "/page", message: "must be 8 to 64 letters, digits, `-` or `_`" },
      ]);
    }
    const { presence } = this.#deps;
    const { organizationSlug, userId: by } = actor;
    const { id } = await this.#requirePost({ actor, slug }, action);
    if (!isLeaving) return presence.beat(organizationSlug, id, { page, by });
    await presence.leave(organizationSlug, id, page);
    return presence.list(organizationSlug, id);
  }

  /** Changes the status of a post, and applies its working copy if it is given. The first publication makes a derived slug anew. */
  async #setStatus(
    { actor, slug }: AdminPostAddress,
    post: StoredPostWithHtml,
    { change, copy, ...kept }: Publication,
  ): Promise<StoredPostWithHtml> {
    const used = copy && { workingCopy: copy.version };
    const options = { ifMatch: [postTag(post)], ...kept, ...used, ...signatureOf(actor) };
    const address = { organizationSlug: actor.organizationSlug, slug };
    const { posts } = this.#deps;
    if (change.status !== "draft" && post.hasDerivedSlug && !copy) {
      for await (const free of freeSlugs(posts, actor.organizationSlug, {
        title: post.name,
        own: post.slug,
      })) {
        try {
          return await posts.update(address, { ...change, slug: free }, options);
        } catch (error) {
          if (!(error instanceof AlreadyExistsError)) throw error;
        }
      }
    }
    return posts.update(address, change, options);
  }

  /** Renders the Markdown of a draft. If it cannot be read, the draft keeps its HTML. */
  async #render(
    { actor, slug }: AdminPostAddress,
    text: WorkingCopyText,
    before: PostContent,
  ): Promise<{ content: PostContent; unread: UnfinishedFields }> {
    const { markdown, markdownDialect } = text;
    try {
      const content = await contentOfCopy(text, saveAction, this.#rendering({ actor, slug }));
      return { content: markdown === undefined ? content : { ...content, markdown }, unread: {} };
    } catch (error) {
      if (markdown === undefined || !(error instanceof InvalidInputError)) throw error;
      const content = { html: before.html, markdown, ...given({ markdownDialect }) };
      return { content, unread: { markdown: error.fields[0]?.message ?? "cannot be read" } };
    }
  }

  #rendering({ actor, slug }: AdminPostAddress): Parameters<typeof contentOfCopy>[2] {
    return { slug, now: this.#deps.clock.now(), textWork: this.#deps.textWork.of(actor.organizationSlug) };
  }

  async #read(
    { actor, slug }: AdminPostAddress,
    action: string,
  ): Promise<{ post: StoredPostWithHtml; copy: WorkingCopy | null }> {
    const post = await this.#requirePost({ actor, slug }, action);
    return { post, copy: await this.#deps.workingCopies.ofPost(actor.organizationSlug, post.id) };
  }

  async #requirePost({ actor, slug }: AdminPostAddress, action: string): Promise<StoredPostWithHtml> {
    const { organizationSlug } = actor;
    const shared = await sharedPost(actor, slug);
    const post = shared === undefined ? await this.#deps.posts.get({ organizationSlug, slug }) : shared;
    if (post !== null) return post;
    throw new NotFoundError(`${action}: "${organizationSlug}" has no post "${slug}"`);
  }
}
