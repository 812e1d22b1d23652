import * as v from "valibot";
import { auditRecord, type AuditAction } from "../../../access/mod.ts";
import { NotFoundError, PreconditionFailedError } from "../../../base/errors.ts";
import { validate } from "../../../base/input/validate.ts";
import { timestampInput } from "../../../base/time/timestamp_input.ts";
import {
  type PostAddress,
  type SentBackInput,
  type StoredPostWithHtml,
  type Submission,
  type SubmissionInput,
  type SubmissionPage,
  type SubmissionQuery,
  textVersionInput,
} from "../../../content/mod.ts";
import {
  type AdminActor,
  type AdminPostAddress,
  requirePermitted,
  sharedPost,
  signatureOf,
} from "../admin_actor.ts";
import type { AdminDeps } from "../admin_deps.ts";
import type { PostText, PublishOptions } from "../post_text.ts";
import { canWrite, requireWritable, requireWriter } from "../rights/post_rights.ts";

/** An approval of a submission: the submitted version, and the publication. */
export interface ApprovalInput extends Pick<PublishOptions, "publishedAt" | "timeZone" | "isScheduled"> {
  version: string;
}

/** Validates an approval. `posts.text.publish` validates the time zone. */
export const approvalInput: v.GenericSchema<unknown, ApprovalInput> = v.strictObject({
  version: textVersionInput,
  publishedAt: v.exactOptional(timestampInput),
  timeZone: v.exactOptional(
    v.pipe(v.string("must be a string"), v.maxLength(100, "must be at most 100 characters")),
  ),
  isScheduled: v.exactOptional(v.boolean("must be true or false")),
});

/** The caller of an action on a submission. */
type Reviewer = Parameters<AdminDeps["submissions"]["withdraw"]>[1];

/**
 * The actions on submissions: texts that wait for an editor. Writers submit their own posts. Only actors with `posts:write` approve a submission, or
 * send it back.
 */
export class SubmissionActions {
  readonly #deps: AdminDeps;
  readonly #text: PostText;

  constructor(deps: AdminDeps, text: PostText) {
    this.#deps = deps;
    this.#text = text;
  }

  /**
   * Submits the text of a post for review. It replaces an earlier submission of the post.
   *
   * @param input.version version of the text, as `posts.text.get` returns it
   * @throws {InvalidInputError} if the note is too long, or fields of the draft are not valid yet
   * @throws {NotFoundError} if the organization has no such post, or the post has no unpublished text
   * @throws {PreconditionFailedError} if the text has another version
   */
  async submit(address: AdminPostAddress, input: SubmissionInput): Promise<Submission> {
    const judge = this.#writerOf(address);
    const reviewer = this.#reviewer(address, judge, { action: "submission.created", detail: input.version });
    return this.#deps.submissions.submit(addressOf(address), input, reviewer);
  }

  /**
   * Returns the submission of a post, or null.
   *
   * @throws {NotFoundError} if the organization has no such post
   */
  async get(address: AdminPostAddress): Promise<Submission | null> {
    const known = (await sharedPost(address.actor, address.slug)) ?? undefined;
    return this.#deps.submissions.get(addressOf(address), { judge: this.#writerOf(address), known });
  }

  /** Returns a page of the submissions of all posts. Without `posts:write`, those of the actor's own posts. */
  async list(actor: AdminActor, query: SubmissionQuery = {}): Promise<SubmissionPage> {
    requireWriter(actor);
    return this.#deps.submissions.list(actor.organizationSlug, query, (post) => canWrite(actor, post));
  }

  /**
   * Withdraws a submission. The text stays as it is.
   *
   * @throws {NotFoundError} if the organization has no such post, or the post has no submission
   */
  async withdraw(address: AdminPostAddress): Promise<void> {
    const judge = this.#writerOf(address);
    const reviewer = this.#reviewer(address, judge, { action: "submission.withdrawn" });
    if (await this.#deps.submissions.withdraw(addressOf(address), reviewer)) return;
    throw new NotFoundError(`Cannot withdraw the submission: "${address.slug}" has none`);
  }

  /**
   * Publishes the submitted text, and ends the submission in the same commit.
   *
   * @throws {InvalidInputError} if fields of the draft are not valid yet, or the runtime does not know the time zone
   * @throws {NotFoundError} if the organization has no such post
   * @throws {SubmissionChangedError} if the submission is not pending, has another version, or its text has changed since
   */
  async approve(address: AdminPostAddress, input: ApprovalInput): Promise<StoredPostWithHtml> {
    const judge = this.#editorOf(address);
    const { version, ...publication } = validate(approvalInput, input, "Cannot approve the submission");
    const reviewer = this.#reviewer(address, judge, { action: "submission.approved", detail: version });
    const { submissions } = this.#deps;
    const { approval, presentVersion } = await submissions.approvalOf(
      addressOf(address),
      { version },
      reviewer,
    );
    const options: PublishOptions = { ...publication, changes: "publish", version: presentVersion, approval };
    try {
      return await this.#text.publish(address, options);
    } catch (error) {
      // Another writer was faster, unless the submission can still be approved.
      if (error instanceof PreconditionFailedError) {
        await submissions.approvalOf(addressOf(address), { version }, reviewer);
      }
      throw error;
    }
  }

  /**
   * Sends a pending submission back to its writer, who can change the text and submit it again.
   *
   * @throws {InvalidInputError} if the note is missing or too long
   * @throws {NotFoundError} if the organization has no such post
   * @throws {SubmissionChangedError} if the submission is not pending, or has another version
   */
  async sendBack(address: AdminPostAddress, input: SentBackInput): Promise<Submission> {
    const judge = this.#editorOf(address);
    const reviewer = this.#reviewer(address, judge, {
      action: "submission.sent-back",
      detail: input.version,
    });
    return this.#deps.submissions.sendBack(addressOf(address), input, reviewer);
  }

  /** Returns the check that an actor may write the text of a post. */
  #writerOf({ actor }: AdminPostAddress): Reviewer["judge"] {
    requireWriter(actor);
    return (post) => requireWritable(actor, post);
  }

  /** Returns the check that an actor may review posts, which all posts pass. */
  #editorOf({ actor }: AdminPostAddress): Reviewer["judge"] {
    requirePermitted(actor, "posts:write");
    return () => undefined;
  }

  /** Returns the actor of a change, with its entry of the audit. */
  #reviewer(
    { actor }: AdminPostAddress,
    judge: Reviewer["judge"],
    act: { action: AuditAction; detail?: string },
  ): Reviewer {
    const { by, via } = signatureOf(actor);
    const beside: Reviewer["beside"] = ({ slug: subject }) => [
      auditRecord(this.#deps, { ...act, subject, by, via }),
    ];
    return { ...signatureOf(actor), judge, beside };
  }
}

function addressOf({ actor: { organizationSlug }, slug }: AdminPostAddress): PostAddress {
  return { organizationSlug, slug };
}
