import type { Actor } from "../../../base/actor.ts";
import { AlreadyExistsError, PreconditionFailedError } from "../../../base/errors.ts";
import { type DamagedRecordError, runQuestion, type Store } from "../../../store/mod.ts";
import type { ImportOrigin } from "./import_origin.ts";
import type { StoredPost, PostAddress } from "../post_forms.ts";
import { postLocations } from "../post_record.ts";
import type { Approval } from "../../submissions/submission_record.ts";
import { type PostState, postState } from "./post_state.ts";
import { isTagOf, postTag } from "./post_tag.ts";

/** The part of a post that decides who may change it. A damaged post has no known creator. */
export type OwnedPost = Pick<StoredPost, "createdBy">;

/** The parts of a post that a judge compares. */
export type JudgedPost = Pick<StoredPost, "status" | "aliases">;

/** The rights of a writer who may not write all posts. Both functions throw an error if the writer lacks a right. */
export interface PostJudge {
  /** Called with the post that a write has read, before its preconditions. */
  requireWritable: (post: OwnedPost) => void;
  /** Called before the commit, with the post before and after the write. Null: there is no post. */
  requireWrite: (before: (OwnedPost & JudgedPost) | null, after: JudgedPost | null) => void;
}

/** The post of a call, and the judge of the post that the call uses. */
export interface KnownPost {
  /** The post, if the caller has read it. Default: it is read. */
  known?: StoredPost | null | undefined;
  /** Judges the post. Default: the caller may see and write all posts. */
  judge?: PostJudge | undefined;
}

/** Actor of a write of a post. */
export interface PostWriter extends Actor {
  /** Judges the post that is written. Default: the writer may write all posts. */
  judge?: PostJudge | undefined;
  /** The post as the request has read it. If it has changed since, it is read again. Default: the write reads it. @internal */
  state?: PostState | undefined;
  /** Fields of the post that no input has. @internal */
  marks?: Pick<StoredPost, "createdBy" | "unfinished" | "hasDerivedSlug" | "scheduleZone">;
}

/** Actor and preconditions of a write (RFC 9110, section 13). */
export interface PostWriteOptions extends PostWriter {
  /** Tags from {@link postTag}: the post must have one of them. `*`: the post must exist. Default: no condition. */
  ifMatch?: "*" | readonly string[];
  /** `*`: the post must not exist. Default: no condition. */
  ifNoneMatch?: "*";
  /** The item that the post is imported from. A later import finds the post by it. Default: the item that it was imported from before. */
  importedFrom?: ImportOrigin;
  /** True to write no event. A scheduled post still gets its event when its time has come. Default: false. */
  isSilent?: boolean;
  /** The submission whose text the write publishes. The write fails if it has changed. */
  approval?: Approval;
}

/** Options of `posts.put`. */
export interface PutPostOptions extends PostWriteOptions {
  /** Returns the result without writing anything. A post that would be created has the id 0. Default: false. */
  dryRun?: boolean;
  /** True if the post comes from another system. Without `publishedAt`, its publication date is then unknown. Default: false. */
  isImport?: boolean;
  /** Id of a new post, such as the one that it had in another store: a whole number from 1. Default, or if another post has it: the next id. */
  id?: number;
  /**
   * Version of the post's working copy that the input is made from. The commit deletes the working copy, and the write fails if the working
   * copy has changed. Default: the working copy stays.
   */
  workingCopy?: string;
}

/**
 * Checks the preconditions for replacing a missing or damaged post. Its creator is unknown.
 *
 * @throws {PreconditionFailedError} if `ifMatch` or `ifNoneMatch` is not fulfilled
 * @throws {DamagedRecordError} if `ifMatch` has tags, because a damaged post has no tag
 */
export function requireReplaceable(
  damage: DamagedRecordError | null,
  options: PostWriteOptions,
  action: string,
): void {
  if (damage === null) return requireExpected(null, options, action);
  options.judge?.requireWritable({});
  if (options.ifNoneMatch !== undefined) {
    throw new PreconditionFailedError(`${action}: it already exists, and is damaged`);
  }
  if (options.ifMatch !== undefined && options.ifMatch !== "*") throw damage;
}

/**
 * Checks the right to write a post, then the preconditions.
 *
 * @throws {PreconditionFailedError} if `ifMatch` or `ifNoneMatch` is not fulfilled
 */
export function requireExpected(
  post: StoredPost | null,
  { ifMatch, ifNoneMatch, judge }: PostWriteOptions,
  action: string,
): void {
  if (post !== null) judge?.requireWritable(post);
  if (ifNoneMatch !== undefined && post !== null) {
    throw new PreconditionFailedError(`${action}: "${post.slug}" already exists`);
  }
  if (ifMatch === undefined) return;
  if (post === null) throw new PreconditionFailedError(`${action}: it does not exist`);
  if (ifMatch === "*" || ifMatch.some((tag) => isTagOf(tag, post))) return;
  throw new PreconditionFailedError(
    `${action}: "${post.slug}" has changed since you read it. Its tag is now "${postTag(post)}"`,
  );
}

/**
 * Repeats a write of a post, in turn with the other writes of the post. The write returns null if the post has changed since it was read.
 *
 * @param post.state the post as the caller has read it. Default: it is read in turn
 */
export async function repeatPostWrite<Result>(
  store: Store,
  { organizationSlug, slug, action, state }: PostAddress & { action: string; state?: PostState | undefined },
  write: (state: PostState) => Promise<Result | null>,
): Promise<Result> {
  const [location] = postLocations(organizationSlug, slug);
  return store.writes.repeatInTurn(location, `${action}: "${slug}"`, async (isStale) =>
    write(
      state === undefined || isStale
        ? await runQuestion(store, postState(store, { organizationSlug, slug }))
        : state,
    ),
  );
}

/** Returns the error for a slug that another post has. */
export function slugTaken(action: string, organizationSlug: string, slug: string): AlreadyExistsError {
  return new AlreadyExistsError(
    `${action}: "${organizationSlug}" already has a post with the slug "${slug}"`,
  );
}
