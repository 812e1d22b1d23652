import { BoundedMap } from "../../base/bounded_map.ts";
import type { Clock } from "../../base/time/clock.ts";
import {
  runQuestion,
  CachedRecord,
  DamagedRecordError,
  encodeKey,
  type FoundRecords,
  knownAnswer,
  type Location,
  type Question,
  type RecordQuestion,
  type Store,
  type Stored,
  type StoreAndClock,
} from "../../store/mod.ts";
import { fromRecord } from "../../base/key_rate_limit.ts";
import type { ContentPort } from "./content_port.ts";
import {
  type Organization,
  type PostPage,
  type PostQuery,
  postSortFields,
  type PostCount,
  type PostFilter,
  type PostTally,
  type TallyField,
  type TallyPage,
  type TallyQuery,
} from "./content_source.ts";
import type { Post, StoredPost } from "../posts/post_forms.ts";
import { matchesFilter } from "./matches_filter.ts";
import { changeOf, organizationLocation, type OrganizationRecord } from "../organizations/organizations.ts";
import {
  isPublic,
  type PostIndexEntry,
  postKey,
  postLocations,
  type PostsVersion,
  postsVersionKey,
  publicFrom,
  indexPrefix,
} from "../posts/post_record.ts";
import type { PostIndexes } from "../posts/lists/post_indexes.ts";
import { hasMark } from "../posts/lists/posts_version.ts";
import { shownPost } from "../posts/post_times.ts";
import { nameStoredReferences } from "../references/present_references.ts";
import { storedRedirects } from "../redirects/stored_redirects.ts";
import { scanPosts } from "../posts/lists/scan_posts.ts";
import { isOrganizationSlug, slugToFind } from "../posts/slug.ts";
import { onFirstUse } from "../../base/first_use.ts";
import type { FieldQuery } from "../custom_fields/field_query.ts";
import {
  type DueTally,
  rankKey,
  tallyDuePrefix,
  tallyKey,
  tallyListPrefix,
} from "../tallies/tally_record.ts";

const loadFieldScan = onFirstUse(() => import("../custom_fields/scan_by_fields.ts"));

/** Number of index entries that are read at once. */
const batchSize = 500;

/** Counts the public posts of the store that match a filter, by walking the index of all posts, or of a field. */
async function countStored(
  organizationSlug: string,
  { fields, ...filter }: PostFilter & { fields?: FieldQuery | undefined },
  { store, clock }: StoreAndClock,
): Promise<PostCount> {
  let count = 0;
  let changesAt = Infinity;
  const now = clock.now();
  const partition = ["org", organizationSlug];
  const pages =
    fields === undefined
      ? store.listPages<PostIndexEntry>(partition, { prefix: indexPrefix("createdAt") }, batchSize)
      : (await loadFieldScan()).pagesByFields(store, partition, fields.filters);
  for await (const entries of pages) {
    for (const { data } of entries) {
      const from = publicFrom(data);
      if (from === Infinity || !matchesFilter(data, filter)) continue;
      if (from > now) changesAt = Math.min(changesAt, from);
      else count++;
    }
  }
  return { count, changesAt };
}

/** Returns a page of the tags or authors of the store, which reads no more counts than the page has. */
async function listStoredTallies(
  organizationSlug: string,
  field: TallyField,
  query: TallyQuery,
  { store, clock, indexes }: { store: Store; clock: Clock; indexes: PostIndexes },
): Promise<TallyPage> {
  const { sort, limit, after } = query;
  const partition = ["org", organizationSlug];
  await indexes.complete(organizationSlug, { tags: field });
  const place = after && (sort === "name" ? tallyKey({ field, name: after.name }) : rankKey(field, after));
  const range = {
    prefix: tallyListPrefix(field, sort),
    limit: limit + 1,
    ...(place && { after: encodeKey(place) }),
  };
  const read = async (): Promise<Required<TallyPage>> => {
    // Counting a due post removes its record. Read in the other order, the post could be missing in both lists.
    const [due] = await store.list<DueTally>(partition, { prefix: tallyDuePrefix, limit: 1 });
    const found = await store.list<PostTally>(partition, range);
    const tallies = found.slice(0, limit).map(({ data }) => data);
    return { tallies, isLast: found.length <= limit, changesAt: due?.data.from ?? Infinity };
  };
  const page = await read();
  if (page.changesAt > clock.now()) return page;
  await indexes.countDue(organizationSlug);
  return read();
}

const mostCachedOrganizations = 10_000;

interface StoredContentDeps extends StoreAndClock {
  indexes: PostIndexes;
}

/** Creates the content port for the public content of the store. */
export function storedContent(deps: StoredContentDeps): ContentPort {
  const organizations = new BoundedMap<OrganizationQuestions>(mostCachedOrganizations);
  const questionsOf = (slug: string): OrganizationQuestions => {
    const cached = organizations.get(slug);
    if (cached !== undefined) return cached;
    const questions = organizationQuestions(slug);
    if (isOrganizationSlug(slug)) organizations.set(slug, questions);
    return questions;
  };
  return {
    source: {
      sortFields: postSortFields,
      filters: ["custom"],
      findOrganization: (slug) => runQuestion(deps.store, questionsOf(slug).organization),
      getPost: (organizationSlug, slug) =>
        runQuestion(deps.store, postQuestion(organizationSlug, slug, deps)),
      listPosts: (organizationSlug, query) => listPosts(organizationSlug, query, deps),
    },
    nameReferences: async (organization, posts) => nameStoredReferences(deps.store, organization, posts),
    countPosts: async (organizationSlug, filter) => {
      if (!isOrganizationSlug(organizationSlug)) return { count: 0 };
      await deps.indexes.complete(organizationSlug, filter);
      const fields = await deps.indexes.ofFields(organizationSlug, { custom: filter.custom ?? [] });
      return countStored(organizationSlug, { ...filter, fields }, deps);
    },
    listTallies: async (organizationSlug, field, query) =>
      isOrganizationSlug(organizationSlug)
        ? listStoredTallies(organizationSlug, field, query, deps)
        : { tallies: [], isLast: true },
    organization: (slug) => questionsOf(slug).organization,
    postsRevision: (slug) => questionsOf(slug).postsRevision,
    post: (organizationSlug, slug) => postQuestion(organizationSlug, slug, deps),
    postRevision: postRevisionQuestion,
    ...storedRedirects(deps),
  };
}

/** The questions of one organization. They cache its records between requests. */
interface OrganizationQuestions {
  organization: RecordQuestion<Organization | null>;
  postsRevision: RecordQuestion<string | undefined>;
}

function organizationQuestions(slug: string): OrganizationQuestions {
  if (!isOrganizationSlug(slug))
    return { organization: knownAnswer(null), postsRevision: knownAnswer(undefined) };
  const record = new CachedRecord<OrganizationRecord>(organizationLocation(slug));
  let latest: Organization | null = null;
  const toOrganization = (found: FoundRecords): Organization | null => {
    const stored = found.get(record);
    if (stored === null) return null;
    if (latest?.version !== stored.version) {
      const { data, version } = stored;
      latest = { ...fromRecord(data), updatedAt: changeOf(data), version };
    }
    return latest;
  };
  return {
    organization: { records: [record], read: toOrganization },
    postsRevision: postsRevisionQuestion(slug),
  };
}

/** The next change of a post replaces a damaged record. Until then the revision is undefined, so responses are not cached. */
function postsRevisionQuestion(slug: string): RecordQuestion<string | undefined> {
  const record = new CachedRecord({ partition: ["org", slug], key: postsVersionKey });
  return { records: [record], read: (found) => readable(found, record)?.version };
}

/** Returns a record, or null if it is missing or damaged. */
function readable<Data>(found: FoundRecords, record: CachedRecord<Data>): Stored<Data> | null {
  try {
    return found.get(record);
  } catch (error) {
    if (error instanceof DamagedRecordError) return null;
    throw error;
  }
}

/** Creates the question for a post's current version. An unchanged public post stays public, because its publication time has passed. */
function postRevisionQuestion(
  organizationSlug: string,
  slug: string,
  version: string,
): Question<string | undefined> {
  const key = postKey(slug);
  const record = new CachedRecord<StoredPost>({ partition: ["org", organizationSlug], key });
  record.stored = { key: encodeKey(key), data: unread, version };
  return { records: [record], read: (found) => found.get(record)?.version };
}

/** Placeholder for the data of a record whose version alone is needed. */
const unread = {} as StoredPost;

function postQuestion(
  organizationSlug: string,
  slug: string,
  { store, clock }: StoredContentDeps,
): Question<Post | null> {
  if (!isOrganizationSlug(organizationSlug) || slugToFind(slug) === undefined) return knownAnswer(null);
  const [postLocation, htmlLocation] = postLocations(organizationSlug, slug);
  const post = new CachedRecord<StoredPost>(postLocation);
  const html = new CachedRecord<{ html: string }>(htmlLocation);
  const version = new CachedRecord<PostsVersion>({
    partition: ["org", organizationSlug],
    key: postsVersionKey,
  });
  return {
    records: [post, html, version],
    read: (found) => {
      const records = { post: found.get(post), html: found.get(html) };
      const shown = toPublicPost(records, { postLocation, htmlLocation }, { store, clock });
      if (shown === null || hasMark(readable(found, version), "isIndexed")) return shown;
      // An earlier version may have written the post, and kept the time of an earlier change.
      const { changedAt: _changedAt, ...undated } = shown;
      return undated;
    },
  };
}

/** Returns the post of two records, or null if it is not public. One commit writes or deletes both records. */
function toPublicPost(
  { post, html }: { post: Stored<StoredPost> | null; html: Stored<{ html: string }> | null },
  { postLocation, htmlLocation }: { postLocation: Location; htmlLocation: Location },
  { store, clock }: Pick<StoredContentDeps, "store" | "clock">,
): Post | null {
  if (post === null && html !== null) throw store.missing(postLocation);
  if (post === null || !isPublic(post.data, clock.now())) return null;
  if (html === null) throw store.missing(htmlLocation);
  return { ...shownPost(post.data, clock.now()), html: html.data.html, version: post.version };
}

async function listPosts(
  organizationSlug: string,
  query: PostQuery,
  { store, clock, indexes }: StoredContentDeps,
): Promise<PostPage> {
  if (!isOrganizationSlug(organizationSlug)) return { posts: [], next: null };
  await indexes.complete(organizationSlug, query);
  const fields = await indexes.ofFields(organizationSlug, query);
  const now = clock.now();
  let changesAt = Infinity;
  const isMatch = (entry: PostIndexEntry): boolean => {
    if (!matchesFilter(entry, query)) return false;
    const from = publicFrom(entry);
    if (from > now) changesAt = Math.min(changesAt, from);
    return from <= now;
  };
  const page = await scanPosts(store, ["org", organizationSlug], { ...query, isMatch, fields });
  // A post may have become a draft since the index was read.
  return {
    ...page,
    posts: page.posts.filter((post) => isPublic(post, now)).map((post) => shownPost(post, now)),
    changesAt,
  };
}
