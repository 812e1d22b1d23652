import type { Awaitable } from "../awaitable.ts";
import { InvalidInputError } from "../errors.ts";
import type { ContentDeps, StoredOrganization } from "./organizations.ts";
import type { ValidPostInput } from "./post_input.ts";
import { type ImportOrigin, normalOrigin } from "./import_origin.ts";
import type { StoredPost } from "./post_record.ts";
import { settleAliases } from "./redirects/settle_aliases.ts";
import { changeTime, publicationOf, statesUpdatedAt } from "./post_times.ts";
import { bindReferences } from "./references/bind_references.ts";
import { toSlug } from "./slug.ts";

/** Counts the words of HTML. */
export type CountWords = (html: string, organizationSlug: string) => Awaitable<number>;

/** Dependencies of {@link completePost}. */
interface CompletionDeps extends Pick<ContentDeps, "store" | "clock"> {
  countWords: CountWords;
}

/** Context of a write. */
interface Completion {
  id: number;
  html: string;
  now: string;
  before: StoredPost | null;
  /** The input as given, which may state an `updatedAt`. */
  valid: Pick<ValidPostInput, "updatedAt">;
  /** True if the post comes from another system. */
  isImport?: boolean;
  /** Number of the revision that is restored. */
  restoredFrom?: number | undefined;
  importedFrom?: ImportOrigin;
}

/**
 * Fills in the missing fields of a post, settles its aliases, and binds its references.
 *
 * @throws {AlreadyExistsError} if an alias is the page of another post, unless the post is imported or a revision is restored
 */
export async function completePost(
  organization: StoredOrganization,
  {
    html: _html,
    markdown: _markdown,
    markdownDialect: _dialect,
    ...given
  }: ValidPostInput & { createdAt: string },
  { id, html, now, before, valid, isImport = false, restoredFrom, importedFrom }: Completion,
  deps: CompletionDeps,
): Promise<StoredPost> {
  const slug = given.slug ?? toSlug(given.name);
  if (slug === "") {
    throw new InvalidInputError("Cannot create the post", [
      { pointer: "/slug", message: "is required, because the name has neither letters nor digits" },
    ]);
  }
  const leavesOut = isImport || restoredFrom !== undefined;
  const input = await settleAliases(deps, given, { organization, slug, before, leavesOut });
  const post: StoredPost = {
    ...input,
    id,
    slug,
    inLanguage: input.inLanguage ?? organization.language,
    wordCount: await deps.countWords(html, organization.slug),
    articleSection: input.articleSection ?? organization.section,
    isAccessibleForFree: input.isAccessibleForFree ?? true,
    updatedAt: input.updatedAt ?? input.createdAt,
    changedAt: changeTime(before, now),
    ...publicationOf(input, now),
    revision: (before?.revision ?? 0) + 1,
  };
  const isUndated = isImport && input.publishedAt === undefined && post.publishedAt !== undefined;
  const isStillUnknown = before?.isPublicationDateUnknown && before.publishedAt === post.publishedAt;
  if (isUndated || isStillUnknown) post.isPublicationDateUnknown = true;
  else delete post.isPublicationDateUnknown;
  if (statesUpdatedAt(valid, before) && post.status === "scheduled") post.isUpdatedAtStated = true;
  else delete post.isUpdatedAtStated;
  if (importedFrom !== undefined)
    post.importedFrom = { ...normalOrigin(importedFrom), revision: post.revision };
  else if (before?.importedFrom !== undefined) post.importedFrom = normalOrigin(before.importedFrom);
  return bindReferences(deps.store, organization, post, { ...before?.references, ...post.references });
}
