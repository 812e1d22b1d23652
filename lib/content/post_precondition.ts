import type { Actor } from "../actor.ts";
import { PreconditionFailedError } from "../errors.ts";
import type { DamagedRecordError } from "../store/mod.ts";
import type { StoredPost } from "./post_record.ts";

/** Who writes a post, and what it must be for that (RFC 9110, section 13). */
export interface PostWriteOptions extends Actor {
  /** Tags by {@link postTag}, one of which the post must have; `*` for any post that there is. Default: no condition. */
  ifMatch?: "*" | readonly string[];
  /** `*`: there must be no such post yet. Default: no condition. */
  ifNoneMatch?: "*";
}

/** How a post is put. */
export interface PutPostOptions extends PostWriteOptions {
  /** Finds out what would be done, and writes nothing. A post that would be created has the id 0. Default: false. */
  dryRun?: boolean;
  /** The post comes from another system, and without `publishedAt` its date of publication is unknown. Default: false. */
  isImport?: boolean;
}

/** Names one write of one post. No other write of any post has the same tag. */
export function postTag({ id, revision }: Pick<StoredPost, "id" | "revision">): string {
  return `${id}-${revision}`;
}

/**
 * Allows a writer to replace a post that is missing or damaged.
 *
 * @throws {PreconditionFailedError} when the post must exist, or must not
 * @throws {DamagedRecordError} when the writer expects a tag, which a damaged post does not have
 */
export function requireReplaceable(
  damage: DamagedRecordError | null,
  options: PostWriteOptions,
  action: string,
): void {
  if (damage === null) return requireExpected(null, options, action);
  if (options.ifNoneMatch !== undefined) {
    throw new PreconditionFailedError(`${action}: it exists already, and is damaged`);
  }
  if (options.ifMatch !== undefined && options.ifMatch !== "*") throw damage;
}

/** @throws {PreconditionFailedError} when the post is not what its writer expects it to be */
export function requireExpected(
  post: StoredPost | null,
  { ifMatch, ifNoneMatch }: PostWriteOptions,
  action: string,
): void {
  if (ifNoneMatch !== undefined && post !== null) {
    throw new PreconditionFailedError(`${action}: "${post.slug}" exists already`);
  }
  if (ifMatch === undefined) return;
  if (post === null) throw new PreconditionFailedError(`${action}: it does not exist`);
  if (ifMatch === "*" || ifMatch.includes(postTag(post))) return;
  throw new PreconditionFailedError(`${action}: "${post.slug}" is another by now, "${postTag(post)}"`);
}
