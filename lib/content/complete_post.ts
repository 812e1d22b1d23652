import type { Awaitable } from "../awaitable.ts";
import { InvalidInputError } from "../errors.ts";
import type { StoredOrganization } from "./organizations.ts";
import type { ValidPostInput } from "./post_input.ts";
import { followsSource, type ImportOrigin } from "./import_origin.ts";
import type { StoredPost } from "./post_record.ts";
import { changeTime, type NamedPublication, publicationAfter, statesUpdatedAt } from "./post_times.ts";
import { toSlug } from "./slug.ts";

/** Counts the words of HTML. */
export type CountWords = (html: string, organizationSlug: string) => Awaitable<number>;

/** The fields of a post after a write. `status` and times are missing if the write does not name them. An `updatedAt` of null gets its default. */
export type WrittenFields = Omit<ValidPostInput, keyof NamedPublication | "updatedAt"> &
  NamedPublication & { updatedAt?: string | null };

/** Context of a write. */
interface Completion {
  id: number;
  html: string;
  now: string;
  before: StoredPost | null;
  /** True if the post comes from another system. */
  isImport?: boolean;
  importedFrom?: ImportOrigin;
}

/** Fills in the missing fields of a post. */
export async function completePost(
  organization: StoredOrganization,
  fields: WrittenFields,
  { id, html, now, before, isImport = false, importedFrom }: Completion,
  countWords: CountWords,
): Promise<StoredPost> {
  const {
    html: _html,
    markdown: _markdown,
    markdownDialect: _dialect,
    status,
    publishedAt,
    ...input
  } = fields;
  const slug = input.slug ?? toSlug(input.name);
  if (slug === "") {
    throw new InvalidInputError("Cannot create the post", [
      { pointer: "/slug", message: "is required, because the name has neither letters nor digits" },
    ]);
  }
  const named = { ...(status && { status }), ...(publishedAt !== undefined && { publishedAt }) };
  const createdAt = input.createdAt ?? before?.createdAt ?? now;
  const post: StoredPost = {
    ...input,
    createdAt,
    id,
    slug,
    inLanguage: input.inLanguage ?? organization.language,
    wordCount: await countWords(html, organization.slug),
    articleSection: input.articleSection ?? organization.section,
    isAccessibleForFree: input.isAccessibleForFree ?? true,
    updatedAt: input.updatedAt ?? (before === null ? createdAt : now),
    changedAt: changeTime(before, now),
    ...publicationAfter(named, { before, now, isImport }),
    revision: (before?.revision ?? 0) + 1,
  };
  const isDated = typeof publishedAt === "string" || before?.publishedAt !== undefined;
  const isUndated = isImport && !isDated && post.publishedAt !== undefined;
  const isStillUnknown = before?.isPublicationDateUnknown && before.publishedAt === post.publishedAt;
  if (isUndated || isStillUnknown) post.isPublicationDateUnknown = true;
  else delete post.isPublicationDateUnknown;
  if (statesUpdatedAt(input, before) && post.status === "scheduled") post.isUpdatedAtStated = true;
  else delete post.isUpdatedAtStated;
  const isHidden = post.status === "draft" || post.status === "archived";
  const isStatusKept = isHidden && status === undefined && before !== null && !followsSource(before);
  const origin = { ...(isStatusKept && { isStatusKept }), revision: post.revision };
  if (importedFrom !== undefined) post.importedFrom = { ...importedFrom, ...origin };
  else if (before?.importedFrom !== undefined) post.importedFrom = before.importedFrom;
  return post;
}
