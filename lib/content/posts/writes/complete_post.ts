import type { Awaitable } from "../../../base/awaitable.ts";
import { InvalidInputError } from "../../../base/errors.ts";
import type { CustomValues } from "../../custom_fields/custom_field.ts";
import { type CustomWrite, requireValues, valuesAfter } from "../../custom_fields/custom_values.ts";
import type { ContentDeps, StoredOrganization } from "../../organizations/organizations.ts";
import type { StoredPost, UnfinishedFields, ValidPostInput } from "../post_forms.ts";
import { followsSource, type ImportOrigin, normalOrigin } from "./import_origin.ts";
import { isPublic, publicFrom } from "../post_record.ts";
import { settleAliases } from "../../redirects/settle_aliases.ts";
import { changeTime, type NamedPublication, publicationAfter, statesUpdatedAt } from "../post_times.ts";
import { bindReferences } from "../../references/bind_references.ts";
import { toSlug } from "../slug.ts";

export type CountWords = (html: string, organizationSlug: string) => Awaitable<number>;

/** Dependencies of {@link completePost}. */
interface CompletionDeps extends Pick<ContentDeps, "store" | "clock"> {
  countWords: CountWords;
}

/**
 * The fields of a post after a write. `status` and times are missing if the write does not name them. An `updatedAt` of null gets its default.
 * `custom` has the values of the write alone, and null removes the visible values.
 */
export type WrittenFields = Omit<ValidPostInput, keyof NamedPublication | "updatedAt" | "custom"> &
  NamedPublication & {
    updatedAt?: string | null;
    custom?: CustomValues | null;
    createdBy?: string;
    unfinished?: UnfinishedFields;
    hasDerivedSlug?: boolean;
    scheduleZone?: string;
  };

/** Context of a write. */
interface Completion {
  id: number;
  html: string;
  now: string;
  before: StoredPost | null;
  /** Id of the user who creates the post. A post that existed before keeps its own. */
  by?: string | undefined;
  /** Source of the values of the organization's fields. Default: `whole`. */
  customWrite?: CustomWrite | undefined;
  /** True if the post comes from another system. */
  isImport?: boolean;
  /** Number of the revision that is restored. */
  restoredFrom?: number | undefined;
  importedFrom?: ImportOrigin;
}

/**
 * Fills in the missing fields of a post, settles its aliases, and binds its references.
 *
 * @throws {InvalidInputError} if the post cannot have the status or the values, or a required value is missing
 * @throws {AlreadyExistsError} if an alias is the page of another post, unless the post is imported or a revision is restored
 */
export async function completePost(
  organization: StoredOrganization,
  fields: WrittenFields,
  {
    id,
    html,
    now,
    before,
    by,
    customWrite = "whole",
    isImport = false,
    restoredFrom,
    importedFrom,
  }: Completion,
  deps: CompletionDeps,
): Promise<StoredPost> {
  const {
    html: _html,
    markdown: _markdown,
    markdownDialect: _dialect,
    status,
    publishedAt,
    custom,
    createdBy = before === null ? by : before.createdBy,
    unfinished,
    hasDerivedSlug = before?.hasDerivedSlug,
    scheduleZone,
    ...given
  } = fields;
  const slug = given.slug ?? toSlug(given.name);
  if (slug === "") {
    throw new InvalidInputError("Cannot create the post", [
      { pointer: "/slug", message: "is required, because the name has neither letters nor digits" },
    ]);
  }
  const leavesOut = isImport || restoredFrom !== undefined;
  const input = await settleAliases(deps, given, { organization, slug, before, leavesOut });
  const named = { ...(status && { status }), ...(publishedAt !== undefined && { publishedAt }) };
  const values = valuesAfter(organization, {
    ...(before?.custom && { before: before.custom }),
    ...(custom !== undefined && { given: custom }),
    write: customWrite,
  });
  const createdAt = input.createdAt ?? before?.createdAt ?? now;
  const post: StoredPost = {
    ...input,
    createdAt,
    ...(createdBy !== undefined && { createdBy }),
    id,
    slug,
    inLanguage: input.inLanguage ?? organization.language,
    wordCount: await deps.countWords(html, organization.slug),
    articleSection: input.articleSection ?? organization.section,
    isAccessibleForFree: input.isAccessibleForFree ?? true,
    updatedAt: input.updatedAt ?? (before === null ? createdAt : now),
    changedAt: changeTime(before, now),
    ...publicationAfter(named, { before, now, isImport }),
    revision: (before?.revision ?? 0) + 1,
    ...(Object.keys(values).length > 0 && { custom: values }),
  };
  if (publicFrom(post) === Infinity)
    Object.assign(post, draftMarks(post, { unfinished, hasDerivedSlug, before }));
  else {
    requireFinished(unfinished);
    const wasPublic = before !== null && isPublic(before, Date.parse(now));
    requireValues(organization, post.custom, wasPublic ? before : null);
  }
  const keptZone = before?.publishedAt === post.publishedAt ? before?.scheduleZone : undefined;
  const zone = scheduleZone ?? keptZone;
  if (zone !== undefined && post.status === "scheduled") post.scheduleZone = zone;
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
  if (importedFrom !== undefined) post.importedFrom = { ...normalOrigin(importedFrom), ...origin };
  else if (before?.importedFrom !== undefined) post.importedFrom = normalOrigin(before.importedFrom);
  return bindReferences(deps.store, organization, post, { ...before?.references, ...post.references });
}

/** Returns the marks of a post that is not public: its unfinished fields, and if its slug still follows its title. */
function draftMarks(
  { slug, status }: StoredPost,
  {
    unfinished = {},
    hasDerivedSlug = false,
    before,
  }: {
    unfinished: UnfinishedFields | undefined;
    hasDerivedSlug: boolean | undefined;
    before: StoredPost | null;
  },
): Pick<StoredPost, "unfinished" | "hasDerivedSlug"> {
  const isFollowing = hasDerivedSlug && status === "draft" && (before === null || before.slug === slug);
  return {
    ...(Object.keys(unfinished).length > 0 && { unfinished }),
    ...(isFollowing && { hasDerivedSlug }),
  };
}

/** @throws {InvalidInputError} if fields of a draft are not valid yet */
function requireFinished(unfinished: UnfinishedFields = {}): void {
  const names = Object.keys(unfinished);
  if (names.length === 0) return;
  throw new InvalidInputError(
    "Cannot publish the post",
    names.map((name) => ({
      pointer: `/${name.replace(".", "/")}`,
      message: "is not valid yet. Correct it before you publish the post",
    })),
  );
}
