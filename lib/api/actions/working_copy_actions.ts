import * as v from "valibot";
import {
  contentIn,
  inputOfCopy,
  type MarkdownDialect,
  postTag,
  type StoredPostWithHtml,
  type WorkingCopy,
  WorkingCopyConflictError,
  type WorkingCopyInput,
} from "../../content/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import { type TextWork, wordCounter } from "../../import/text_work/mod.ts";
import type { Timestamp } from "../../base/time/timestamp.ts";
import { timestampInput } from "../../base/time/timestamp_input.ts";
import { validate } from "../../base/input/validate.ts";
import {
  type AdminPostAddress,
  organizationOf,
  requirePermitted,
  sharedPost,
  signatureOf,
} from "./admin_actor.ts";
import type { AdminDeps } from "./admin_deps.ts";
import type { PostFaqExplanation } from "./explain_html.ts";
import { explainPost } from "./explain_post.ts";
import { type PostPreview, toPreview } from "./post_preview.ts";
import { convertToMarkdown } from "../representations/represent_markdown.ts";
import { toPostInput } from "./post_upload.ts";
import { contentOfCopy, postOfCopy } from "./texts/post_of_copy.ts";
import { type ShownText, shownText } from "./texts/shown_text.ts";

/** A post as its working copy would make it. */
export interface WorkingCopyPreview extends PostPreview {
  /** The post with the text of the working copy, or the stored post if there is no working copy. */
  post: StoredPostWithHtml;
  stored: StoredPostWithHtml;
  copy: WorkingCopy | null;
  /** The headings that are questions or resemble questions. Null if the post is too long to be explained. */
  explanations: PostFaqExplanation[] | null;
}

/** The HTML of a text as Markdown. */
export interface MarkdownConversion {
  /** The text. */
  shown: ShownText;
  markdown: string;
  markdownDialect: MarkdownDialect;
  /** The HTML of the text. */
  before: string;
  /** The HTML that the Markdown renders. */
  after: string;
}

/** Options of applying a working copy. */
export interface AppliedWorkingCopy {
  /** True to publish the post as well. Default: false. */
  publish?: boolean;
  /** The time to publish the post, which schedules it if the time is in the future. It needs `publish`. Default: now, or the time of the earlier publication. */
  publishedAt?: Timestamp;
  /** Version of the working copy. Default: the working copy has any version. */
  ifMatch?: string;
}

/** Validates how a working copy is applied. `posts.put` validates the time. */
export const appliedWorkingCopyInput: v.GenericSchema<unknown, Omit<AppliedWorkingCopy, "ifMatch">> = v.pipe(
  v.strictObject({
    publish: v.exactOptional(v.boolean("must be true or false")),
    publishedAt: v.exactOptional(timestampInput),
  }),
  v.check(
    ({ publish = false, publishedAt }) => publish || publishedAt === undefined,
    "must set publish to true if publishedAt is given",
  ),
);

/** The actions on the working copies of posts. They all need `posts:write`. */
export class WorkingCopyActions {
  readonly #deps: AdminDeps;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the working copy of a post, or null.
   *
   * @throws {NotFoundError} if the organization has no such post
   */
  async get({ actor, slug }: AdminPostAddress): Promise<WorkingCopy | null> {
    requirePermitted(actor, "posts:write");
    const { workingCopies } = this.#deps;
    const post = await sharedPost(actor, slug);
    if (post) return workingCopies.ofPost(actor.organizationSlug, post.id);
    return workingCopies.get({ organizationSlug: actor.organizationSlug, slug });
  }

  /**
   * Saves the working copy of a post. The post itself stays as it is. A draft has no working copy: {@link PostText.save} and changes of the post
   * write the draft itself. The text of the post is no change, so it ends the working copy.
   *
   * @param condition.ifMatch version of the stored working copy that the save replaces, or null if there must be none
   * @returns the working copy, or null if the post has the text
   * @throws {DraftTextError} if the post is a draft
   * @throws {InvalidInputError} if the input is not allowed
   * @throws {NotFoundError} if the organization has no such post
   * @throws {WorkingCopyConflictError} if the stored working copy has another version, or the text of the post has changed since `base`
   */
  async save(
    { actor, slug }: AdminPostAddress,
    input: WorkingCopyInput,
    { ifMatch }: { ifMatch: string | null },
  ): Promise<WorkingCopy | null> {
    requirePermitted(actor, "posts:write");
    const { organizationSlug } = actor;
    return this.#deps.workingCopies.save({ organizationSlug, slug }, input, {
      ifMatch,
      ...signatureOf(actor),
    });
  }

  /**
   * Deletes the working copy of a post.
   *
   * @throws {NotFoundError} if the organization has no such post, or the post has no working copy
   * @throws {WorkingCopyConflictError} if `ifMatch` is given, and the working copy has another version
   */
  async discard({ actor, slug }: AdminPostAddress, condition: { ifMatch?: string } = {}): Promise<void> {
    requirePermitted(actor, "posts:write");
    const address = { organizationSlug: actor.organizationSlug, slug };
    if (await this.#deps.workingCopies.discard(address, condition)) return;
    throw new NotFoundError(`Cannot discard the working copy: "${slug}" has none`);
  }

  /**
   * Writes the text of the working copy to its post as a new revision, and deletes the working copy. Markdown is rendered as in an upload.
   *
   * @throws {InvalidInputError} if the Markdown cannot be read
   * @throws {NotFoundError} if the organization has no such post, or the post has no working copy
   * @throws {WorkingCopyConflictError} if the working copy has another version, or the text of the post has changed since the working copy was
   *   started
   */
  async apply(
    { actor, slug }: AdminPostAddress,
    { ifMatch, ...how }: AppliedWorkingCopy = {},
  ): Promise<StoredPostWithHtml> {
    const action = "Cannot apply the working copy";
    const { publish = false, publishedAt } = validate(appliedWorkingCopyInput, how, action);
    const { post, copy } = await this.#find({ actor, slug }, action);
    if (copy === null) throw new NotFoundError(`${action}: "${slug}" has none`);
    if (ifMatch !== undefined && ifMatch !== copy.version) {
      throw new WorkingCopyConflictError(
        `${action}: it has changed since you read it. Its version is now "${copy.version}"`,
        copy,
      );
    }
    const { posts, workingCopies } = this.#deps;
    await workingCopies.requireBase({ organizationSlug: actor.organizationSlug, slug }, post, copy);
    const content = await contentOfCopy(copy, action, this.#rendering({ actor, slug }));
    const input = inputOfCopy(post, copy, { content, action });
    const publication = publish && {
      status: "published" as const,
      ...(publishedAt !== undefined && { publishedAt }),
    };
    const put = await posts.put(
      actor.organizationSlug,
      { ...input, ...publication },
      { ifMatch: [postTag(post)], workingCopy: copy.version, ...signatureOf(actor) },
    );
    return put.post;
  }

  /**
   * Returns the data of a post for readers and search engines, as it will be when the working copy is applied.
   *
   * @throws {InvalidInputError} if the Markdown cannot be read
   * @throws {NotFoundError} if the organization has no such post
   */
  async preview({ actor, slug }: AdminPostAddress): Promise<WorkingCopyPreview> {
    const action = "Cannot show the working copy";
    const { post, copy } = await this.#find({ actor, slug }, action);
    const { organizations, clock, textWork } = this.#deps;
    const organization = await organizationOf(actor, (of) => organizations.get(of));
    if (organization === null) throw new NotFoundError(`${action}: there is no "${actor.organizationSlug}"`);
    const shown =
      copy === null
        ? post
        : await postOfCopy(organization, {
            post,
            copy,
            content: await contentOfCopy(copy, action, this.#rendering({ actor, slug })),
            countWords: wordCounter(textWork),
          });
    const [preview, explanations] = await Promise.all([
      toPreview(organization, shown, { ...this.#deps, now: clock.now() }),
      explainPost(organization, shown, this.#deps),
    ]);
    return { ...preview, post: shown, stored: post, copy, explanations };
  }

  /**
   * Returns the text of a post, or of its working copy, as Markdown. Nothing is written.
   *
   * @returns null if the text is Markdown already
   * @throws {NotFoundError} if the organization has no such post
   */
  async toMarkdown({ actor, slug }: AdminPostAddress): Promise<MarkdownConversion | null> {
    const action = "Cannot convert the text to Markdown";
    const { post, copy } = await this.#find({ actor, slug }, action);
    const { html: before = "", markdown: own } = copy ?? post;
    if (own !== undefined) return null;
    const rendering = this.#rendering({ actor, slug });
    const markdown = await convertToMarkdown(before, rendering.textWork);
    // Ids of headings would be added, which the HTML does not have.
    const markdownDialect = "editor";
    const upload = { name: post.name, markdown, markdownDialect } as const;
    const { html: after } = contentIn(await toPostInput(upload, action, rendering));
    return { shown: shownText(post, copy), markdown, markdownDialect, before, after };
  }

  #rendering({ actor, slug }: AdminPostAddress): { slug: string; now: number; textWork: TextWork } {
    return { slug, now: this.#deps.clock.now(), textWork: this.#deps.textWork.of(actor.organizationSlug) };
  }

  async #find(
    { actor, slug }: AdminPostAddress,
    action: string,
  ): Promise<{ post: StoredPostWithHtml; copy: WorkingCopy | null }> {
    requirePermitted(actor, "posts:write");
    const address = { organizationSlug: actor.organizationSlug, slug };
    const { posts, workingCopies } = this.#deps;
    const shared = await sharedPost(actor, slug);
    const post = shared === undefined ? await posts.get(address) : shared;
    if (post === null) {
      throw new NotFoundError(`${action}: "${actor.organizationSlug}" has no post "${slug}"`);
    }
    return { post, copy: await workingCopies.ofPost(actor.organizationSlug, post.id) };
  }
}
