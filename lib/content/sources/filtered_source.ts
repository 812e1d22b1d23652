import { type LabelFilter, matchesLabels } from "../posts/matches_labels.ts";
import type { CheckedSource, PostCount, PostFilter, PostPage, PostQuery } from "./content_source.ts";
import type { Post } from "../posts/post_forms.ts";
import { inBothForms, inEitherForm, listNamed } from "./named_source.ts";

/** Maximum number of pages of the source that one filtered page reads. */
const mostReads = 10;

/** Returns `listPosts` of a source with all filters of the API, and `countPosts` for the filters that the source applies itself. */
export function filteredSource(source: CheckedSource): {
  listPosts: CheckedSource["listPosts"];
  /** Returns undefined if the source cannot count. */
  countPosts: (organizationSlug: string, filter: PostFilter) => Promise<PostCount | undefined> | undefined;
} {
  return {
    listPosts: async (organizationSlug, query) => {
      const { given, rest } = splitFilter(source, query);
      if (isEmpty(rest)) return listNamed(source, organizationSlug, given);
      const organization = await source.findOrganization(organizationSlug);
      const isMatch = ({ articleSection, inLanguage, tags = [] }: Post): boolean =>
        matchesLabels(
          {
            section: articleSection ?? organization?.section ?? "",
            language: inLanguage ?? organization?.language ?? "",
            tags,
          },
          rest,
        );
      return listMatches(source, organizationSlug, { query: given, isMatch });
    },
    countPosts: (organizationSlug, filter) => {
      const { given, rest } = splitFilter(source, filter);
      if (!isEmpty(rest) || source.countPosts === undefined) return undefined;
      const count = async (form: PostFilter): Promise<PostCount | undefined> =>
        source.countPosts?.(organizationSlug, form);
      return inEitherForm(given, count, (found) => found?.count !== 0);
    },
  };
}

/** Splits a query into the filters that the source applies, and the rest. */
function splitFilter<Query extends PostFilter>(
  { filters = [] }: CheckedSource,
  query: Query,
): { given: Omit<Query, "tags" | "notTags" | "language"> & PostFilter; rest: LabelFilter } {
  const { language, tags, notTags, ...others } = query;
  const [tag] = tags ?? [];
  const given: PostFilter = {};
  const rest: LabelFilter = {};
  if (language !== undefined) (filters.includes("language") ? given : rest).language = language;
  if (notTags !== undefined && filters.includes("notTags")) given.notTags = inBothForms(notTags);
  else if (notTags !== undefined) rest.notTags = notTags;
  if (tags !== undefined && filters.includes("tags")) given.tags = inBothForms(tags);
  else if (tags?.length === 1 && tag !== undefined) given.tag = tag;
  else if (tags !== undefined) rest.tags = tags;
  return { given: { ...others, ...given }, rest };
}

function isEmpty(filter: LabelFilter): boolean {
  return Object.keys(filter).length === 0;
}

/** Reads pages of a source until enough posts match. Each page asks for no more posts than are missing, so that its cursor fits. */
async function listMatches(
  source: CheckedSource,
  organizationSlug: string,
  { query, isMatch }: { query: PostQuery; isMatch: (post: Post) => boolean },
): Promise<PostPage> {
  const posts: Post[] = [];
  let changesAt = Infinity;
  let next: string | null | undefined = query.after;
  for (let reads = 0; reads < mostReads && next !== null && posts.length < query.limit; reads++) {
    const limit = query.limit - posts.length;
    const page: PostPage = await listNamed(
      source,
      organizationSlug,
      next === undefined ? { ...query, limit } : { ...query, limit, after: next },
    );
    posts.push(...page.posts.filter(isMatch));
    changesAt = Math.min(changesAt, page.changesAt ?? Infinity);
    next = page.next;
  }
  return { posts, next: next ?? null, changesAt };
}
