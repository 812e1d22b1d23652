import { given } from "../../base/given.ts";
import type { Actor } from "../../base/actor.ts";
import type { KeyPart, StoreChanges } from "../../store/mod.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { contentIn, type PostContent } from "./post_content.ts";
import { copiedFields } from "./post_fields.ts";
import type { StoredPost } from "./post_forms.ts";
import { postTag } from "./writes/post_tag.ts";

/** A post after one write. HTML or Markdown of more than 100,000 UTF-16 code units is left out. */
export interface PostRevision extends Partial<PostContent> {
  /** Number of the write, from 1. */
  number: number;
  /** RFC 3339. */
  at: string;
  /** Id of the user who wrote it, if known. */
  by?: string;
  /** Id of the API key that the user wrote it with. */
  via?: string;
  /** Number of the revision whose content it restored. Default: it restored no revision. */
  restoredFrom?: number;
  /**
   * Version of the text that its writers saw before, if the write left that text as it was: `12-1.3` after the third save of a draft, `12-2~7` for a
   * working copy that was applied. Default: the text is that of the revision before, or the write changed it.
   */
  textOf?: string;
  /** Names of the changed fields. Empty for the first revision. */
  changed: readonly string[];
  post: StoredPost;
}

/** Author of a revision, and the revision that it restores. */
export interface RevisionOrigin extends Actor {
  restoredFrom?: number;
  /** Version of the working copy that the write applies. Default: it applies none. */
  textOf?: string | undefined;
}

/** Maximum number of stored revisions of a post. With `longestRevisedText`, they have at most a million code units of HTML. */
export const keptRevisions = 10;
/** Longest HTML of which revisions are stored, in characters. */
export const longestRevisedText = 100_000;

/** Fields that follow from a write or from other fields. They are not listed as changed. */
const derivedFields: ReadonlySet<string> = new Set([
  "revision",
  "updatedAt",
  "changedAt",
  "isUpdatedAtStated",
  "wordCount",
  "importedFrom",
  "references",
  "saves",
  "hasDerivedSlug",
]);

/** A post and its content. */
export interface WrittenPost {
  post: StoredPost;
  content: PostContent;
}

export const revisionPrefix = (postId: number): KeyPart[] => ["revision", postId];

export const revisionKey = (postId: number, number: number): KeyPart[] => [...revisionPrefix(postId), number];

/** Returns the changes to a post's history when it is written: the new revision is added, and the oldest is deleted. */
export function revisionChanges(
  { post, content }: WrittenPost,
  {
    before,
    at,
    origin: { by, via, restoredFrom, textOf = textBefore(before, { post, content }) },
  }: { before: WrittenPost | null; at: string; origin: RevisionOrigin },
): Required<Pick<StoreChanges, "sets" | "deletes">> {
  const { id, revision: number } = post;
  const saved = before?.post.saves?.changed ?? [];
  const changed =
    before === null ? [] : [...new Set([...saved, ...changedFields(before, { post, content })])];
  const { html, markdown, markdownDialect } = content;
  const texts = { html: revisedText(html), markdown: revisedText(markdown), markdownDialect };
  const stated = given({ by, via, restoredFrom, textOf, ...texts });
  const revision: PostRevision = { number, at, changed, post, ...stated };
  return {
    sets: [{ key: revisionKey(id, number), data: revision }],
    deletes: number > keptRevisions ? [revisionKey(id, number - keptRevisions)] : [],
  };
}

/** Returns the version of the text of a draft with saves, if a write leaves the text as it is. */
function textBefore(before: WrittenPost | null, after: WrittenPost): string | undefined {
  if (before?.post.saves === undefined) return undefined;
  return changedFields(before, after).some(isFieldOfText) ? undefined : postTag(before.post);
}

function revisedText(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= longestRevisedText ? text : undefined;
}

export function revisionKeys({ id, revision }: StoredPost): KeyPart[][] {
  const oldest = Math.max(1, revision - keptRevisions + 1);
  return Array.from({ length: revision - oldest + 1 }, (_, index) => revisionKey(id, oldest + index));
}

/** Returns the names of the fields in which two writes of a post differ, except derived fields. */
export function changedFields(before: WrittenPost, after: WrittenPost): string[] {
  const old: Record<string, unknown> = { ...before.post, ...before.content };
  const now: Record<string, unknown> = { ...after.post, ...after.content };
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.filter(
    (name) => !derivedFields.has(name) && !isEqualJson(partsOf(old[name]), partsOf(now[name])),
  );
}

const textFields: ReadonlySet<string> = new Set([...copiedFields, "unfinished"]);

/** True for a field that writers edit in the text of a post. Its status and its slug are not part of the text. */
export function isFieldOfText(name: string): boolean {
  return textFields.has(name);
}

/** Returns a value, or undefined for an object without fields. Empty translations say no more than missing ones. */
function partsOf(value: unknown): unknown {
  return isEqualJson(value, {}) ? undefined : value;
}

/**
 * Returns the content of the first of several revisions in ascending order, or undefined if its HTML was too long to be
 * stored. If no later revision changed the HTML, it is the post's current HTML. The same holds for the Markdown.
 */
export function revisedContent(
  revisions: readonly [PostRevision, ...PostRevision[]],
  current: PostContent | undefined,
): PostContent | undefined {
  const html = htmlOf(revisions, current?.html);
  if (html === undefined) return undefined;
  const [revision, ...later] = revisions;
  const isCurrent = !later.some(({ changed }) => changed.includes("markdown"));
  const { markdown = isCurrent ? current?.markdown : undefined, markdownDialect } = revision;
  return contentIn({ html, ...given({ markdown, markdownDialect }) });
}

/** Returns the HTML of {@link revisedContent}. */
export function htmlOf(
  [revision, ...later]: readonly [PostRevision, ...PostRevision[]],
  current: string | undefined,
): string | undefined {
  return revision.html ?? (later.some(({ changed }) => changed.includes("html")) ? undefined : current);
}

/** Fields of a post that are not its content: id, slug, status, times and counters. */
const placingFields = [
  "id",
  "slug",
  "status",
  "publishedAt",
  "scheduleZone",
  "createdAt",
  "createdBy",
  "updatedAt",
  "changedAt",
  "isUpdatedAtStated",
  "wordCount",
  "revision",
  "importedFrom",
  "saves",
  "unfinished",
  "hasDerivedSlug",
] as const;

/** Returns the content fields of a post. */
export function contentOf(post: StoredPost): Omit<StoredPost, (typeof placingFields)[number]> {
  const content: Partial<StoredPost> = { ...post };
  for (const name of placingFields) delete content[name];
  return content as StoredPost;
}
