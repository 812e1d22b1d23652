import type { Awaitable } from "../awaitable.ts";
import { InvalidInputError } from "../errors.ts";
import type { StoredOrganization } from "./organizations.ts";
import type { ValidPostInput } from "./post_input.ts";
import { type ImportOrigin, normalOrigin } from "./import_origin.ts";
import type { StoredPost } from "./post_record.ts";
import { changeTime, publicationOf, statesUpdatedAt } from "./post_times.ts";
import { bindReferences } from "./references/bind_references.ts";
import { toSlug } from "./slug.ts";
import type { Store } from "../store/mod.ts";

/** Counts the words of HTML. */
export type CountWords = (html: string, organizationSlug: string) => Awaitable<number>;

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
  importedFrom?: ImportOrigin;
}

/** Fills in the missing fields of a post, and binds its references. */
export async function completePost(
  organization: StoredOrganization,
  {
    html: _html,
    markdown: _markdown,
    markdownDialect: _dialect,
    ...input
  }: ValidPostInput & { createdAt: string },
  { id, html, now, before, valid, isImport = false, importedFrom }: Completion,
  { store, countWords }: { store: Store; countWords: CountWords },
): Promise<StoredPost> {
  const slug = input.slug ?? toSlug(input.name);
  if (slug === "") {
    throw new InvalidInputError("Cannot create the post", [
      { pointer: "/slug", message: "is required, because the name has neither letters nor digits" },
    ]);
  }
  const post: StoredPost = {
    ...input,
    id,
    slug,
    inLanguage: input.inLanguage ?? organization.language,
    wordCount: await countWords(html, organization.slug),
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
  return bindReferences(store, organization, post, { ...before?.references, ...post.references });
}
