import type { Actor } from "../../base/actor.ts";
import { InvalidInputError, NotFoundError, PreconditionFailedError } from "../../base/errors.ts";
import { given } from "../../base/given.ts";
import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import { validate } from "../../base/input/validate.ts";
import type { ChangeEvents } from "../../events/mod.ts";
import { checkOf, lastNumberOf, readPage, type Stored, type StoreChanges } from "../../store/mod.ts";
import type { ContentDeps } from "../organizations/organizations.ts";
import { findPost, findPostHeads } from "../posts/find_post.ts";
import type { PostAddress, StoredPost } from "../posts/post_forms.ts";
import { postIdKey, postKey } from "../posts/post_record.ts";
import { slugToFind } from "../posts/slug.ts";
import type { Drafts } from "../posts/writes/drafts.ts";
import { toEventData } from "../posts/writes/post_events.ts";
import { postTag } from "../posts/writes/post_tag.ts";
import { hasTextOf } from "../working_copies/applied_copy.ts";
import {
  readWorkingCopy,
  versionOfCopy,
  workingCopyKey,
  type WorkingCopy,
} from "../working_copies/read_working_copy.ts";
import {
  type Approval,
  type ListedSubmission,
  type RecordsBeside,
  type StoredSubmission,
  type Submission,
  submissionKey,
  submissionPrefix,
  type SubmissionState,
} from "./submission_record.ts";
import {
  type SentBackInput,
  sentBackInput,
  type SubmissionInput,
  submissionInput,
  textVersionInput,
} from "./submission_input.ts";
import { SubmissionChangedError } from "./submission_changed_error.ts";

/** Options of a list of submissions. */
export interface SubmissionQuery extends PageQuery {
  /** Default: every state. */
  state?: SubmissionState;
}

/** A page of submissions, sorted by the ids of their posts. */
export interface SubmissionPage {
  submissions: ListedSubmission[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** The caller of an action. */
export interface Reviewer extends Actor {
  /** Throws if the caller may not do this with the post. */
  judge: (post: StoredPost) => void;
  /** Returns the records that the commit also writes. */
  beside: (post: StoredPost) => RecordsBeside;
}

/** Dependencies of {@link Submissions}. */
export interface SubmissionsDeps extends ContentDeps {
  drafts: Drafts;
}

/** The text and the submission of a post. */
interface ReadText {
  post: Pick<Stored<StoredPost>, "data">;
  copy: WorkingCopy | null;
  stored: Stored<StoredSubmission> | null;
  /** Version of the present text. */
  version: string;
}

/** A post with its text and its submission, as one attempt has read them. */
interface ReadPost extends ReadText {
  post: Stored<StoredPost>;
}

/**
 * Texts that wait for an editor, at most one for each post. A submission ends when its post is deleted, when the status of the post changes, and when
 * its working copy is applied.
 */
export class Submissions {
  readonly #deps: SubmissionsDeps;

  constructor(deps: SubmissionsDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the submission of a post, or null.
   *
   * @param options.known the post, if the caller has read it
   * @throws {NotFoundError} if the post does not exist
   */
  async get(
    address: PostAddress,
    { judge, known }: Pick<Reviewer, "judge"> & { known?: StoredPost | undefined },
  ): Promise<Submission | null> {
    const { organizationSlug } = address;
    const data = known ?? (await this.#find(address, "Cannot show the submission")).data;
    judge(data);
    return this.#shown(organizationSlug, await this.#textOf(organizationSlug, { data }));
  }

  /**
   * Returns a page of the submissions.
   *
   * @param isListed true for a post whose submission belongs to the list
   */
  async list(
    organizationSlug: string,
    { limit = 50, after, state }: SubmissionQuery,
    isListed: (post: StoredPost) => boolean,
  ): Promise<SubmissionPage> {
    requirePageLimit("Cannot list the submissions", limit);
    const read = async (entries: readonly Stored<StoredSubmission>[]): Promise<(ListedSubmission | null)[]> =>
      this.#listed(
        organizationSlug,
        entries.map((entry) => (state === undefined || entry.data.state === state ? entry : null)),
        isListed,
      );
    const page = { ranges: [{ prefix: submissionPrefix }], limit, after, read };
    const { items, next } = await readPage(this.#deps.store, ["org", organizationSlug], page);
    return { submissions: items, next };
  }

  /**
   * Submits the present text of a post, in place of an earlier submission. The saves of a draft become a revision first. Submitting the same text
   * again with the same note writes nothing.
   *
   * @throws {InvalidInputError} if the input is invalid, or fields of the draft are not valid yet
   * @throws {NotFoundError} if the post does not exist, or has no unpublished text
   * @throws {PreconditionFailedError} if the text has another version
   */
  async submit(address: PostAddress, input: SubmissionInput, reviewer: Reviewer): Promise<Submission> {
    const action = "Cannot submit the post";
    const { version, note } = validate(submissionInput, input, action);
    const { store, clock, drafts, outbox } = this.#deps;
    const { by } = reviewer;
    return store.writes.repeat(`${action}: "${address.slug}"`, async () => {
      const read = await this.#read(address, action);
      const { data: post, version: postVersion } = read.post;
      reviewer.judge(post);
      if (!(await this.#isTextOf(address.organizationSlug, read, version))) throw otherText(action, read);
      requireComplete(action, read);
      if (post.saves !== undefined) {
        await drafts.close(address, { ifMatch: postTag(post) });
        return null;
      }
      const at = new Date(clock.now()).toISOString();
      const data: StoredSubmission = {
        version: read.version,
        revision: post.revision,
        ...given({ note, by }),
        at,
        state: "pending",
      };
      if (read.stored !== null && isSame(read.stored.data, data)) return shownOf(read, read.stored.data);
      const event = { ...toEventData(post, clock.now()), version: data.version, ...given({ note, by }) };
      const changes: StoreChanges = {
        checks: [
          { key: postKey(post.slug), version: postVersion },
          read.copy === null
            ? { key: workingCopyKey(post.id), exists: false }
            : { key: workingCopyKey(post.id), version: read.copy.version },
          checkOf(submissionKey(post.id), read.stored),
        ],
        sets: [{ key: submissionKey(post.id), data }, ...reviewer.beside(post)],
      };
      const result = await outbox.commit(address.organizationSlug, changes, [
        { type: "post.submitted", data: event },
      ]);
      return result.committed ? shownOf(read, data) : null;
    });
  }

  /**
   * Sends a pending submission back to its writer.
   *
   * @throws {InvalidInputError} if the input is invalid
   * @throws {NotFoundError} if the post does not exist
   * @throws {SubmissionChangedError} if the submission is not pending, or has another version
   */
  async sendBack(address: PostAddress, input: SentBackInput, reviewer: Reviewer): Promise<Submission> {
    const action = "Cannot send the submission back";
    const { version, note } = validate(sentBackInput, input, action);
    const { store, clock, outbox } = this.#deps;
    const { organizationSlug } = address;
    return store.writes.repeat(`${action}: "${address.slug}"`, async () => {
      const read = await this.#read(address, action);
      const { data: post } = read.post;
      reviewer.judge(post);
      const found = requirePending(action, read, version);
      const at = new Date(clock.now()).toISOString();
      const answer = { note, ...given({ by: reviewer.by }), at };
      const data: StoredSubmission = { ...found.data, state: "sent-back", answer };
      const event: ChangeEvents["post.sent-back"] = {
        ...toEventData(post, clock.now()),
        version,
        note,
        ...given({ by: reviewer.by }),
      };
      const key = submissionKey(post.id);
      const changes = {
        checks: [
          { key, version: found.version },
          { key: postIdKey(post.id), exists: true },
        ],
        sets: [{ key, data }, ...reviewer.beside(post)],
      };
      const result = await outbox.commit(organizationSlug, changes, [
        { type: "post.sent-back", data: event },
      ]);
      if (!result.committed) return null;
      return this.#shown(organizationSlug, { ...read, stored: { ...found, data } });
    });
  }

  /**
   * Deletes a submission. The text stays as it is.
   *
   * @returns true if it existed
   * @throws {NotFoundError} if the post does not exist
   */
  async withdraw(address: PostAddress, reviewer: Reviewer): Promise<boolean> {
    const action = "Cannot withdraw the submission";
    const { store } = this.#deps;
    return store.writes.repeat(`${action}: "${address.slug}"`, async () => {
      const { post, stored } = await this.#read(address, action);
      reviewer.judge(post.data);
      if (stored === null) return false;
      const key = submissionKey(post.data.id);
      const result = await store.commit(["org", address.organizationSlug], {
        checks: [{ key, version: stored.version }],
        deletes: [key],
        sets: reviewer.beside(post.data),
      });
      return result.committed || null;
    });
  }

  /**
   * Returns the approval of a pending submission, for the publication of its text.
   *
   * @throws {InvalidInputError} if the version is invalid
   * @throws {NotFoundError} if the post does not exist
   * @throws {SubmissionChangedError} if the submission is not pending, has another version, or its text has changed since
   */
  async approvalOf(
    address: PostAddress,
    { version }: { version: string },
    { judge, beside }: Reviewer,
  ): Promise<{ approval: Approval; presentVersion: string }> {
    const action = "Cannot approve the submission";
    validate(textVersionInput, version, action);
    const read = await this.#read(address, action);
    const { data: post } = read.post;
    judge(post);
    const { version: recordVersion } = requirePending(action, read, version);
    if (!(await this.#isTextOf(address.organizationSlug, read, version))) {
      throw new SubmissionChangedError(action, {
        slug: post.slug,
        submitted: version,
        present: read.version,
      });
    }
    const approval = { postId: post.id, version: recordVersion, beside: beside(post) };
    return { approval, presentVersion: read.version };
  }

  async #read(address: PostAddress, action: string): Promise<ReadPost> {
    const post = await this.#find(address, action);
    return { ...(await this.#textOf(address.organizationSlug, post)), post };
  }

  async #find({ organizationSlug, slug }: PostAddress, action: string): Promise<Stored<StoredPost>> {
    const { store } = this.#deps;
    const found = slugToFind(slug) === undefined ? null : await findPost(store, organizationSlug, slug);
    if (found === null) throw new NotFoundError(`${action}: "${organizationSlug}" has no post "${slug}"`);
    return found.post;
  }

  async #textOf(organizationSlug: string, post: ReadText["post"]): Promise<ReadText> {
    const { store } = this.#deps;
    const partition = ["org", organizationSlug];
    const [copy, stored] = await Promise.all([
      readWorkingCopy(store, organizationSlug, post.data.id),
      store.get<StoredSubmission>({ partition, key: submissionKey(post.data.id) }),
    ]);
    return { post, copy, stored, version: copy === null ? postTag(post.data) : versionOfCopy(copy) };
  }

  /** True if the present text of a post is that of a version. The post may have been renamed since. */
  async #isTextOf(organizationSlug: string, read: ReadText, version: string): Promise<boolean> {
    if (read.version === version) return true;
    const { post, copy } = read;
    return copy === null && hasTextOf(this.#deps.store, organizationSlug, { post: post.data, version });
  }

  async #shown(organizationSlug: string, read: ReadText): Promise<Submission | null> {
    const { stored } = read;
    if (stored === null) return null;
    const isCurrent = await this.#isTextOf(organizationSlug, read, stored.data.version);
    return { ...shownOf(read, stored.data), isCurrent };
  }

  async #listed(
    organizationSlug: string,
    entries: readonly (Stored<StoredSubmission> | null)[],
    isListed: (post: StoredPost) => boolean,
  ): Promise<(ListedSubmission | null)[]> {
    const { store } = this.#deps;
    const partition = ["org", organizationSlug];
    const ids = entries.flatMap((entry) => (entry === null ? [] : [lastNumberOf(entry.key)]));
    const places = await store.getReadable<{ slug: string }[]>(
      ids.map((id) => ({ partition, key: postIdKey(id) })),
    );
    const slugs = places.flatMap((place) => place?.data.slug ?? []);
    const heads = await findPostHeads(store, organizationSlug, slugs);
    const posts = new Map(heads.map((post) => [post.id, post]));
    return entries.map((entry) => {
      const post = entry === null ? undefined : posts.get(lastNumberOf(entry.key));
      if (entry === null || post === undefined || !isListed(post)) return null;
      return { ...entry.data, postId: post.id, slug: post.slug, name: post.name };
    });
  }
}

/** Returns the submission of the present text. */
function shownOf({ post: { data: post }, version }: ReadText, stored: StoredSubmission): Submission {
  const { id: postId, slug, name } = post;
  return { ...stored, postId, slug, name, presentVersion: version, isCurrent: true };
}

function isSame(stored: StoredSubmission, { version, note, by }: StoredSubmission): boolean {
  const { state } = stored;
  return state === "pending" && stored.version === version && stored.note === note && stored.by === by;
}

/**
 * @throws {InvalidInputError} if fields of a draft are not valid yet
 * @throws {NotFoundError} if the post has no unpublished text
 */
function requireComplete(action: string, { post: { data: post }, copy }: ReadPost): void {
  if (post.status !== "draft" && copy === null) {
    throw new NotFoundError(`${action}: "${post.slug}" is no draft, and has no unpublished changes`);
  }
  const names = Object.keys(post.unfinished ?? {});
  if (names.length === 0) return;
  const fields = names.map((name) => ({
    pointer: `/${name.replace(".", "/")}`,
    message: "of the draft is not valid yet",
  }));
  throw new InvalidInputError(action, fields);
}

/** @throws {SubmissionChangedError} if the submission is not pending, or has another version */
function requirePending(
  action: string,
  { post, stored, version: present }: ReadPost,
  version: string,
): Stored<StoredSubmission> {
  const { slug } = post.data;
  const submitted = stored?.data.version ?? null;
  if (stored === null || submitted !== version) {
    throw new SubmissionChangedError(action, { slug, submitted, present });
  }
  const { answer } = stored.data;
  if (answer === undefined) return stored;
  throw new SubmissionChangedError(action, { slug, submitted, present, sentBackAt: answer.at });
}

function otherText(action: string, { post, version }: ReadPost): PreconditionFailedError {
  return new PreconditionFailedError(
    `${action}: the text of "${post.data.slug}" has changed since you read it. Its version is now "${version}"`,
  );
}
