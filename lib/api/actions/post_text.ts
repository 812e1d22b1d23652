import {
  type CopyMark,
  copiedFields,
  isPostSlug,
  longestUnfinished,
  type PostContent,
  type PostRevision,
  postTag,
  postTagPattern,
  postState,
  type PresentWriter,
  revisedContent,
  type StoredPost,
  type StoredPostWithHtml,
  statusAt,
  toSlug,
  type UnfinishedFields,
  type WorkingCopy,
  WorkingCopyConflictError,
  workingCopyInput,
  type WorkingCopyInput,
  type WorkingCopyText,
} from "../../content/mod.ts";
import {
  AlreadyExistsError,
  InvalidInputError,
  NotFoundError,
  PreconditionFailedError,
} from "../../base/errors.ts";
import { given } from "../../base/given.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { validate } from "../../base/input/validate.ts";
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
import { UnpublishedChangesError } from "./admin_errors.ts";
import { contentOfCopy, uploadOfCopy } from "./post_of_copy.ts";

/**
 * The text of a post as a writer typed it: either `html` or `markdown`, and the other fields of a working copy. Texts that are not valid yet can be in
 * their fields, or in `unfinished` by the names of the fields. Fields of the organization have the names `custom.NAME`.
 */
export interface TextInput extends Partial<WorkingCopyText> {
  unfinished?: UnfinishedFields;
}

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

/** Options of {@link PostText.publish}. */
export interface PublishOptions {
  /** Version of the text that is published. Default: any version. */
  version?: string;
  /** Tags of which the post must have one. Default: any tag. */
  ifMatch?: readonly string[];
  /** Use of the working copy of a post: it is published, too, or it stays as it is. Default: a post with a working copy is refused. */
  changes?: "publish" | "leave";
  /** Time of publication. A time in the future schedules the post. Default: now, or the time of the earlier publication. */
  publishedAt?: Timestamp;
}

/** Title of a draft without one. */
const untitled = "Untitled";

/** Maximum number of slugs that are tried for a new draft, and of those that are looked up together. */
const mostSlugs = 1_000;
const lookedUpAtOnce = 20;
/** Maximum number of characters of a title's slug, which leaves place for a number. */
const longestBase = 190;

/** Separates the tag of the base and the version of the working copy, in the version of a text. */
const separator = "~";

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
    const draft = { hasDerivedSlug: true, ...marksOf({ ...unfinished, ...unread }) };
    const title = unfinished["name"] === undefined ? text.name : "";
    for await (const slug of this.#freeSlugs(actor, title)) {
      try {
        const post = await this.#deps.posts.create(
          actor.organizationSlug,
          { ...fields, ...content, slug, status: "draft" },
          { ...signatureOf(actor), draft },
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
   * again is no conflict.
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
    const { store, workingCopies, drafts, clock } = this.#deps;
    const { organizationSlug } = actor;
    const { tag, copyVersion, id } = partsOfVersion(ifMatch);
    const address = { organizationSlug, slug };
    const [state, readCopy] = await Promise.all([
      readWithKeyOf(actor).state ?? runQuestion(store, postState(store, address)),
      workingCopies.ofPost(organizationSlug, id),
    ]);
    const found = await state.requirePost(saveAction);
    const { data: stored } = found.post;
    // The version names another post if the slug has changed hands.
    const copy = stored.id === id ? readCopy : await workingCopies.ofPost(organizationSlug, stored.id);
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
    const post = await this.#requirePost({ actor, slug }, saveAction);
    const { unfinished: given = {}, ...text } = input;
    requireFinished(given);
    const valid = validate(workingCopyInput, { ...text, base: tag }, saveAction);
    if (copy === null && isTextOf(post, valid))
      return { post, version: postTag(post), savedAs: "post", baseTag: postTag(post) };
    const organization = state.requireOrganization(saveAction);
    const known = { post: stored, copy, fields: organization };
    const saved = await workingCopies.save(address, valid, {
      ifMatch: copyVersion,
      known,
      ...signatureOf(actor),
    });
    return savedCopy(post, saved);
  }

  /**
   * Makes a revision of the saves of a draft, because its writer leaves. Does nothing for other posts, and if somebody has saved since.
   *
   * @throws {NotFoundError} if the organization has no such post
   */
  async close({ actor, slug }: AdminPostAddress, { version }: { version: string }): Promise<void> {
    requirePermitted(actor, "posts:write");
    const { organizationSlug } = actor;
    await this.#deps.drafts.close({ organizationSlug, slug }, partsOfVersion(version).tag);
  }

  /**
   * Publishes a post, or schedules it. A draft is published with its last saved text. A post with a working copy is refused, unless `changes` decides
   * about it.
   *
   * @throws {InvalidInputError} if fields of the draft are not valid yet
   * @throws {NotFoundError} if the organization has no such post
   * @throws {PreconditionFailedError} if the text has another version
   * @throws {UnpublishedChangesError} if the post has unpublished changes, and `changes` is missing
   */
  async publish(
    { actor, slug }: AdminPostAddress,
    { version, ifMatch, changes, publishedAt }: PublishOptions = {},
  ): Promise<StoredPostWithHtml> {
    requirePermitted(actor, "posts:write");
    const { post, copy } = await this.#read({ actor, slug }, publishAction);
    requireVersion({ post, copy }, { version, ifMatch });
    const isDraft = this.#statusOf(post) === "draft";
    if (copy !== null && !isDraft && changes === undefined)
      throw new UnpublishedChangesError(post.slug, copy);
    const publication = { status: "published" as const, ...given({ publishedAt }) };
    if (copy !== null && (isDraft || changes === "publish")) {
      return this.#apply({ actor, slug }, { post, copy, action: publishAction }, publication);
    }
    return this.#setStatus({ actor, slug }, post, publication);
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
    { ifMatch }: Pick<PublishOptions, "ifMatch"> = {},
  ): Promise<StoredPostWithHtml> {
    requirePermitted(actor, "posts:write");
    const action = "Cannot unpublish the post";
    const { post, copy } = await this.#read({ actor, slug }, action);
    requireVersion({ post, copy }, { ifMatch });
    const status = "draft" as const;
    if (copy === null || this.#statusOf(post) === "draft")
      return this.#setStatus({ actor, slug }, post, { status });
    return this.#apply({ actor, slug }, { post, copy, action, isForced: true }, { status });
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
    { version, ifMatch }: Pick<PublishOptions, "version" | "ifMatch"> = {},
  ): Promise<SavedText> {
    requirePermitted(actor, "posts:write");
    const action = `Cannot restore revision ${number}`;
    const { posts, workingCopies } = this.#deps;
    const address = { organizationSlug: actor.organizationSlug, slug };
    const { post, copy } = await this.#read({ actor, slug }, action);
    requireVersion({ post, copy }, { version, ifMatch });
    if (copy !== null && version === undefined) throw otherCopy(action, copy);
    if (this.#statusOf(post) === "draft") {
      const options = {
        ifMatch: [postTag(post)],
        ...given({ workingCopy: copy?.version }),
        ...signatureOf(actor),
      };
      return savedIn(await posts.restore(address, number, options));
    }
    const text = textOfRevision(post, await posts.revisions(address, post), { number, action });
    const input = validate(workingCopyInput, { ...text, base: postTag(post) }, action);
    const saved = await workingCopies.save(address, input, {
      ifMatch: copy?.version ?? null,
      ...signatureOf(actor),
    });
    return savedCopy(post, saved);
  }

  /** Returns the writers who have a post open. @throws {NotFoundError} if the organization has no such post */
  async presence({ actor, slug }: AdminPostAddress): Promise<PresentWriter[]> {
    requirePermitted(actor, "posts:write");
    const { id } = await this.#requirePost({ actor, slug }, "Cannot show the writers");
    return this.#deps.presence.list(actor.organizationSlug, id);
  }

  /**
   * Records that a page of the actor has a post open, for 45 seconds, and returns the writers who have it open.
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

  /** Writes the working copy to its post, with another status. */
  async #apply(
    { actor, slug }: AdminPostAddress,
    {
      post,
      copy,
      action,
      isForced = false,
    }: { post: StoredPostWithHtml; copy: WorkingCopy; action: string; isForced?: boolean },
    publication: { status: "published" | "draft"; publishedAt?: Timestamp },
  ): Promise<StoredPostWithHtml> {
    const { posts, workingCopies } = this.#deps;
    const { organizationSlug } = actor;
    if (!isForced) await workingCopies.requireBase({ organizationSlug, slug }, post, copy);
    const content = await contentOfCopy(copy, action, this.#rendering({ actor, slug }));
    const input = { ...uploadOfCopy(post, copy, content), ...publication };
    const options = { ifMatch: [postTag(post)], workingCopy: copy.version, ...signatureOf(actor) };
    return (await posts.put(organizationSlug, input, options)).post;
  }

  /** Changes the status of a post. The first publication makes a derived slug anew. */
  async #setStatus(
    { actor, slug }: AdminPostAddress,
    post: StoredPostWithHtml,
    publication: { status: "published" | "draft"; publishedAt?: Timestamp },
  ): Promise<StoredPostWithHtml> {
    const options = { ifMatch: [postTag(post)], ...signatureOf(actor) };
    const address = { organizationSlug: actor.organizationSlug, slug };
    const { posts } = this.#deps;
    if (publication.status === "published" && post.hasDerivedSlug) {
      for await (const free of this.#freeSlugs(actor, post.name, post.slug)) {
        try {
          return await posts.update(address, { ...publication, slug: free }, options);
        } catch (error) {
          if (!(error instanceof AlreadyExistsError)) throw error;
        }
      }
    }
    return posts.update(address, publication, options);
  }

  /** Lists the slugs of a title that no post has: the slug itself, and the slug with a number. A post may keep its own. */
  async *#freeSlugs(actor: AdminActor, title: string, own?: string): AsyncGenerator<string> {
    const base = toSlug(title).slice(0, longestBase) || toSlug(untitled);
    const { posts } = this.#deps;
    for (let first = 1; first < mostSlugs; first += lookedUpAtOnce) {
      const slugs = Array.from({ length: lookedUpAtOnce }, (_, index) => first + index)
        .map((number) => (number === 1 ? base : `${base}-${number}`))
        .filter(isPostSlug);
      const taken = new Set((await posts.getHeads(actor.organizationSlug, slugs)).map(({ slug }) => slug));
      yield* slugs.filter((slug) => slug === own || !taken.has(slug));
    }
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

  #statusOf(post: StoredPost): StoredPost["status"] {
    return statusAt(post, this.#deps.clock.now());
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

/** Returns the text that writers see of a post. */
function shownText(post: StoredPostWithHtml, copy: WorkingCopy | null): ShownText {
  if (copy !== null) {
    const savedAs = post.status === "draft" ? "draft" : "working-copy";
    return { ...savedCopy(post, copy), savedAs, text: textIn(copy), unfinished: {} };
  }
  const { unfinished = {} } = post;
  const saved = post.status === "draft" ? savedIn(post) : savedPost(post);
  return { ...saved, text: textIn(post), unfinished };
}

function savedIn(post: StoredPostWithHtml): SavedText {
  const { by, at } = post.saves ?? {};
  return { ...savedPost(post), savedAs: "draft", ...given({ by, at }) };
}

function savedPost(post: StoredPostWithHtml): SavedText {
  const tag = postTag(post);
  return { post, version: tag, savedAs: "post", baseTag: tag };
}

function savedCopy(post: StoredPostWithHtml, { version, baseTag, by, at }: WorkingCopy): SavedText {
  const savedAs = "working-copy" as const;
  return { post, version: `${baseTag}${separator}${version}`, savedAs, baseTag, at, ...given({ by }) };
}

/** Returns the fields of a writer's text. */
function textIn(from: WorkingCopyText): WorkingCopyText {
  const fields = copiedFields.map((name) => [name, from[name]] as const);
  const { html, ...text } = Object.fromEntries(
    fields.filter(([, value]) => value !== undefined),
  ) as unknown as WorkingCopyText;
  return text.markdown === undefined ? { ...text, html: html ?? "" } : text;
}

/**
 * Returns the text of a revision as a working copy. HTML that was not rendered from its Markdown is restored without the Markdown.
 *
 * @throws {NotFoundError} if the revision does not exist, or its content was too long to be stored
 */
function textOfRevision(
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

/** True if a post has a text already. */
function isTextOf(post: StoredPostWithHtml, { base: _base, ...text }: WorkingCopyInput): boolean {
  const stored = textIn(post);
  const inherited = { articleSection: post.articleSection, inLanguage: post.inLanguage };
  return isEqualJson(
    sorted(stored),
    sorted({ ...inherited, ...text, ...(text.markdown === undefined && { html: text.html ?? "" }) }),
  );
}

/** Returns the fields in one order. Empty values count as missing. */
function sorted(text: WorkingCopyText): unknown[] {
  const { custom = {}, tags = [], ...others } = text;
  return [copiedFields.map((name) => (others as Partial<WorkingCopyText>)[name] ?? null), custom, tags];
}

/**
 * Divides a text into its valid part, and the texts of fields that are not valid yet. A draft without a title is called "Untitled".
 *
 * @throws {InvalidInputError} if a field is not valid that is no text, or is too long
 */
function finishedPart(
  { unfinished: typed = {}, ...input }: TextInput,
  action: string,
): { text: WorkingCopyInput; unfinished: UnfinishedFields } {
  const unfinished: Record<string, string> = {};
  for (const [name, text] of Object.entries(typed)) {
    if (text.length > longestUnfinished) {
      throw new InvalidInputError(action, [
        { pointer: `/${name}`, message: `must be at most ${longestUnfinished} characters` },
      ]);
    }
    unfinished[name] = text;
  }
  const wholly: Record<string, unknown> = { name: "", ...input };
  for (const name of Object.keys(unfinished)) delete wholly[name];
  for (;;) {
    try {
      const text = validate(workingCopyInput, { ...wholly, name: wholly["name"] ?? untitled }, action);
      return { text, unfinished };
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      const names = error.fields.map(({ pointer }) => pointer.slice(1));
      const texts = names.map((name) => [name, wholly[name]] as const);
      if (!texts.every(isKept)) throw error;
      for (const [name, text] of texts) {
        unfinished[name] = text;
        delete wholly[name];
      }
    }
  }
}

/** True for a field other than the content whose text can be kept as it was typed. */
function isKept(field: readonly [name: string, text: unknown]): field is readonly [string, string] {
  const [name, text] = field;
  const isContent = name === "html" || name === "markdown" || name === "markdownDialect";
  return !isContent && typeof text === "string" && text.length <= longestUnfinished;
}

/** @throws {InvalidInputError} if fields are not valid yet */
function requireFinished(unfinished: UnfinishedFields): void {
  const fields = Object.keys(unfinished).map((name) => ({
    pointer: `/${name.replace(".", "/")}`,
    message: "is not valid",
  }));
  if (fields.length > 0) throw new InvalidInputError(saveAction, fields);
}

function marksOf(unfinished: UnfinishedFields): Pick<StoredPost, "unfinished"> {
  return Object.keys(unfinished).length === 0 ? {} : { unfinished };
}

/** Returns the parts of the version of a text. */
function partsOfVersion(version: string): { id: number; tag: string; copyVersion: string | null } {
  const [tag = "", ...rest] = version.split(separator);
  const [, id] = postTagPattern.exec(tag) ?? [];
  if (id === undefined)
    throw new PreconditionFailedError(`${saveAction}: the version must be that of the shown text`);
  return { id: Number(id), tag, copyVersion: rest.length === 0 ? null : rest.join(separator) };
}

/** @throws {PreconditionFailedError} if the post or its text has another version */
function requireVersion(
  { post, copy }: { post: StoredPostWithHtml; copy: WorkingCopy | null },
  { version, ifMatch }: { version?: string | undefined; ifMatch?: readonly string[] | undefined },
): void {
  const isOther = version !== undefined && version !== shownText(post, copy).version;
  if (isOther && copy !== null) throw otherCopy(publishAction, copy);
  if (isOther || (ifMatch !== undefined && !ifMatch.includes(postTag(post)))) {
    throw new PreconditionFailedError(
      `Cannot change the post: "${post.slug}" has changed since you read it. Its tag is now "${postTag(post)}"`,
    );
  }
}

function otherCopy(action: string, copy: WorkingCopy): WorkingCopyConflictError {
  const message = `${action}: the post has unpublished changes of another version. Open them first`;
  return new WorkingCopyConflictError(message, copy);
}

/** The mark of unpublished changes in responses. */
export type UnpublishedChanges = CopyMark;
