import { ContentionError } from "../base/errors.ts";
import { fromRecord } from "../base/key_rate_limit.ts";
import {
  DamagedRecordError,
  dataOf,
  lastNumberOf,
  type Location,
  type Store,
  type Stored,
} from "../store/mod.ts";
import {
  organizationLocation,
  type OrganizationRecord,
  organizationSlugs,
  type StoredOrganization,
} from "./organizations/organizations.ts";
import type { PostContent } from "./posts/post_content.ts";
import { htmlKey, postIdKey, postIdPrefix, postKey, postIdCounter } from "./posts/post_record.ts";
import type { StoredPost } from "./posts/post_forms.ts";
import { keptRevisions, type PostRevision, revisionPrefix } from "./posts/post_revision.ts";
import { presentReferences } from "./references/present_references.ts";
import { type StoredSubmission, submissionKey } from "./submissions/submission_record.ts";
import { type StoredWorkingCopy, workingCopyKey } from "./working_copies/read_working_copy.ts";

/** A post with its content and history. */
export interface WholePost extends PostContent {
  post: StoredPost;
  /** Oldest first. */
  revisions: readonly PostRevision[];
  /** The unpublished changes of the post, if any. */
  workingCopy?: StoredWorkingCopy;
  /** The submission of the post, if any. */
  submission?: StoredSubmission;
}

/** Entry in the list of post ids. */
interface Place {
  id: number;
  slug: string;
}

/** Number of posts in a batch. It is small because posts may be long. */
const batchSize = 16;
const attempts = 5;

/** Returns the last id that was assigned to a post. */
export async function lastPostId(store: Store): Promise<number> {
  const [counter] = await store.getReadable<[{ sum: number }]>([postIdCounter]);
  return counter?.data.sum ?? 0;
}

/** Reads all organizations of a store, or only the organization with this slug. */
export async function* readOrganizations(store: Store, slug?: string): AsyncGenerator<StoredOrganization> {
  if (slug !== undefined) {
    const [record] = await store.getReadable<[OrganizationRecord]>([organizationLocation(slug)]);
    if (record !== null) yield fromRecord(record.data);
    return;
  }
  for await (const name of organizationSlugs(store)) {
    const location = organizationLocation(name);
    const [record] = await store.getReadable<[OrganizationRecord]>([location]);
    if (record !== null) yield fromRecord(record.data);
    else if ((await store.hasAny(location.partition, postIdPrefix)) && !(await store.has(location))) {
      store.report(
        store.missing(
          location,
          "it is missing, but its posts exist: it was lost, or its deletion was interrupted",
        ),
      );
    }
  }
}

/**
 * Reads the posts of an organization, sorted by id. Ids never change, so a concurrent rename does not hide a post. Each post is
 * consistent with its content and history.
 */
export async function* readPosts(store: Store, organizationSlug: string): AsyncGenerator<WholePost> {
  const partition = ["org", organizationSlug];
  let places: Place[] = [];
  for await (const { key, data } of store.listAll<{ slug: string }>(partition, { prefix: postIdPrefix })) {
    places.push({ id: lastNumberOf(key), slug: data.slug });
    if (places.length < batchSize) continue;
    yield* await readBatch(store, organizationSlug, places);
    places = [];
  }
  yield* await readBatch(store, organizationSlug, places);
}

/** Reads posts, whose references have the present names of their posts. */
async function readBatch(
  store: Store,
  organizationSlug: string,
  places: readonly Place[],
): Promise<WholePost[]> {
  const partition = ["org", organizationSlug];
  const locations = places.flatMap(({ slug }) => [
    { partition, key: postKey(slug) },
    { partition, key: htmlKey(slug) },
  ]);
  const records = await store.getManyOrDamage<(StoredPost | PostContent)[]>(locations);
  const posts = await Promise.all(
    places.map(async ({ id }, index) => {
      const post = dataOf(records[2 * index]) as StoredPost | undefined;
      const content = dataOf(records[2 * index + 1]) as PostContent | undefined;
      if (post?.id !== id || content === undefined) return readAgain(store, partition, id);
      return withRevisions(store, partition, post, content);
    }),
  );
  const read = posts.filter((post) => post !== null);
  const named = await presentReferences(
    store,
    organizationSlug,
    read.map(({ post }) => post),
  );
  return read.map((whole, index) => ({ ...whole, post: named[index] ?? whole.post }));
}

/** Reads a post again that was renamed or is damaged. Returns null if it was deleted, or if it is damaged and was reported. */
async function readAgain(store: Store, partition: readonly string[], id: number): Promise<WholePost | null> {
  const placeLocation = { partition, key: postIdKey(id) };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const place = await store.get<{ slug: string }>(placeLocation);
    if (place === null) return null;
    const { slug } = place.data;
    const [postLocation, htmlLocation] = [postKey(slug), htmlKey(slug)].map((key) => ({ partition, key }));
    if (postLocation === undefined || htmlLocation === undefined) return null;
    // One read is one snapshot: if the entry is unchanged, the post must exist.
    const [samePlace, post, content] = await store.getManyOrDamage<
      [{ slug: string }, StoredPost, PostContent]
    >([placeLocation, postLocation, htmlLocation]);
    if (dataOf(samePlace)?.slug !== slug) continue;
    const damage = [
      { found: post, location: postLocation },
      { found: content, location: htmlLocation },
    ].flatMap(({ found, location }) => damageOf(store, found, location));
    const data = dataOf(post);
    if (data !== undefined && data.id !== id)
      damage.push(store.missing(placeLocation, `the post "${slug}" has a different id`));
    for (const one of damage) store.report(one);
    const text = dataOf(content);
    if (damage.length > 0 || data === undefined || text === undefined) return null;
    return withRevisions(store, partition, data, text);
  }
  throw new ContentionError(`Cannot read the post ${id}: it was renamed during each of ${attempts} attempts`);
}

function damageOf(
  store: Store,
  found: Stored<unknown> | DamagedRecordError | null,
  location: Location,
): DamagedRecordError[] {
  if (found === null) return [store.missing(location)];
  return found instanceof DamagedRecordError ? [found] : [];
}

/** Adds the working copy, the submission, and the revisions up to the one that was read. */
async function withRevisions(
  store: Store,
  partition: readonly string[],
  post: StoredPost,
  content: PostContent,
): Promise<WholePost> {
  const prefix = revisionPrefix(post.id);
  const options = { prefix, to: [...prefix, post.revision + 1], limit: keptRevisions, reverse: true };
  const [revisions, [copy, submitted]] = await Promise.all([
    store.list<PostRevision>(partition, options),
    store.getReadable<[StoredWorkingCopy, StoredSubmission]>([
      { partition, key: workingCopyKey(post.id) },
      { partition, key: submissionKey(post.id) },
    ]),
  ]);
  const [workingCopy, submission] = [copy?.data, submitted?.data];
  return {
    post,
    ...content,
    ...(workingCopy !== undefined && workingCopy.baseRevision <= post.revision && { workingCopy }),
    ...(submission !== undefined && submission.revision <= post.revision && { submission }),
    revisions: revisions.map(({ data }) => data).toReversed(),
  };
}
