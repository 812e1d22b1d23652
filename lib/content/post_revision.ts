import type { Actor } from "../actor.ts";
import type { KeyPart, StoreChanges } from "../store/mod.ts";
import type { StoredPost } from "./post_record.ts";

/** A post as one write left it. */
export interface PostRevision {
  /** 1 for the post as it was created. */
  number: number;
  /** RFC 3339. */
  at: string;
  /** The user who wrote it, where that is known. */
  by?: string;
  /** The id of the API key that the user wrote it with. */
  via?: string;
  /** The number of the revision whose content it brought back. Default: none, it was written anew. */
  restoredFrom?: number;
  /** Names of the fields that became another; of the first revision, none. */
  changed: readonly string[];
  post: StoredPost;
  /** Left out when it is longer than 100,000 UTF-16 code units. */
  html?: string;
}

/** Who writes a revision, and which one's content it brings back. */
export interface RevisionOrigin extends Actor {
  restoredFrom?: number;
}

/** How many revisions of a post are kept: with `longestHtml`, a post's history is at most a million code units of HTML. */
export const keptRevisions = 10;
const longestHtml = 100_000;

/** Fields that every write changes. */
const selfEvident: ReadonlySet<string> = new Set(["revision", "updatedAt", "wordCount"]);

/** A post and its content, as two writes of it are compared. */
export interface WrittenPost {
  post: StoredPost;
  html: string;
}

export const revisionPrefix = (postId: number): KeyPart[] => ["revision", postId];

export const revisionKey = (postId: number, number: number): KeyPart[] => [...revisionPrefix(postId), number];

/** What a commit that writes a post does to its history: one revision more, and the oldest goes. */
export function revisionChanges(
  { post, html }: WrittenPost,
  {
    before,
    at,
    origin: { by, via, restoredFrom },
  }: { before: WrittenPost | null; at: string; origin: RevisionOrigin },
): Required<Pick<StoreChanges, "sets" | "deletes">> {
  const { id, revision: number } = post;
  const changed = before === null ? [] : changedFields(before, { post, html });
  const revision: PostRevision = { number, at, changed, post };
  if (by !== undefined) revision.by = by;
  if (via !== undefined) revision.via = via;
  if (restoredFrom !== undefined) revision.restoredFrom = restoredFrom;
  if (html.length <= longestHtml) revision.html = html;
  return {
    sets: [{ key: revisionKey(id, number), data: revision }],
    deletes: number > keptRevisions ? [revisionKey(id, number - keptRevisions)] : [],
  };
}

/** Where the revisions of a post are. */
export function revisionKeys({ id, revision }: StoredPost): KeyPart[][] {
  const oldest = Math.max(1, revision - keptRevisions + 1);
  return Array.from({ length: revision - oldest + 1 }, (_, index) => revisionKey(id, oldest + index));
}

/** Names of the fields in which two writes of a post differ, but for those that follow from others. */
export function changedFields(before: WrittenPost, after: WrittenPost): string[] {
  const old: Record<string, unknown> = { ...before.post, html: before.html };
  const now: Record<string, unknown> = { ...after.post, html: after.html };
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.filter(
    (name) => !selfEvident.has(name) && JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
}

/**
 * The content of the first of some revisions, newest last; undefined when it was too long to be kept. Content that no later write has
 * changed is the post's own.
 */
export function htmlOf(
  [revision, ...later]: readonly [PostRevision, ...PostRevision[]],
  current: string | undefined,
): string | undefined {
  return revision.html ?? (later.some(({ changed }) => changed.includes("html")) ? undefined : current);
}

/** The fields of a post that say something, and not where and when it stands. */
export function contentOf({
  id: _id,
  slug: _slug,
  status: _status,
  publishedAt: _publishedAt,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  wordCount: _wordCount,
  revision: _revision,
  ...content
}: StoredPost): Omit<StoredPost, PlacingField> {
  return content;
}

type PlacingField =
  "id" | "slug" | "status" | "publishedAt" | "createdAt" | "updatedAt" | "wordCount" | "revision";
