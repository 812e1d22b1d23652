import type { Clock } from "../clock.ts";
import {
  DamagedRecordError,
  dataOf,
  encodeKey,
  lastNumberOf,
  type Store,
  type Stored,
} from "../store/mod.ts";
import { toMilliseconds } from "../timestamp.ts";
import { organizationKey } from "./organization_key.ts";
import {
  headSetsOf,
  indexKeys,
  indexPrefix,
  onceIndexed,
  type PostIndexEntry,
  postIdKey,
  postKey,
  type StoredPost,
} from "./post_record.ts";
import { type PostRevision, revisionKey } from "./post_revision.ts";
import { isIndexed, markIndexed, readPostsVersion, traceOf } from "./posts_version.ts";

/** Number of index entries that are read together, and of posts that one commit writes. */
const readAtOnce = 500;
const writtenAtOnce = 15;

/** The indexes that an earlier version of Postern does not maintain. */
const laterIndexes = ["publishedAt", "changedAt"] as const;

/** Dependencies of {@link indexPosts}. */
export interface IndexPostsDeps {
  store: Store;
  clock: Clock;
}

/** An index entry that was read, and the damage that lists skip. Inspections report damage. */
type Entry = Stored<PostIndexEntry>;
const skipDamage = (): void => {};

/**
 * Gives `changedAt` and all index entries to the posts that an earlier version of Postern wrote, and deletes entries that it left behind. Other
 * requests run between the batches. After an interruption a new call continues, because indexed posts are only read.
 */
export async function indexPosts(deps: IndexPostsDeps, organizationSlug: string): Promise<void> {
  const { store } = deps;
  const before = await readPostsVersion(store, organizationSlug);
  if (isIndexed(before)) return;
  const versions = await indexUnmarked(deps, organizationSlug);
  for (const index of laterIndexes) await deleteLeftovers(store, organizationSlug, { index, versions });
  await store.commit(["org", organizationSlug], {
    checks: [{ key: organizationKey, exists: true }],
    sets: [onceIndexed],
  });
  await markIndexed(store, organizationSlug, traceOf(before));
}

/** Indexes the posts whose entries lack `changedAt`. Returns the version of each post, by its id. */
async function indexUnmarked(deps: IndexPostsDeps, organizationSlug: string): Promise<Map<number, string>> {
  const versions = new Map<number, string>();
  const range = { prefix: indexPrefix("createdAt"), onDamaged: skipDamage };
  const turns = deps.store.turns();
  const pages = deps.store.listPages<PostIndexEntry>(["org", organizationSlug], range, readAtOnce);
  for await (const entries of pages) {
    for (const { key, version } of entries) versions.set(lastNumberOf(key), version);
    const unmarked = entries.filter(({ data }) => data.changedAt === undefined);
    for (let start = 0; start < unmarked.length; start += writtenAtOnce) {
      if (turns.isOver) await turns.next();
      await indexBatch(deps, organizationSlug, {
        batch: unmarked.slice(start, start + writtenAtOnce),
        versions,
      });
    }
  }
  return versions;
}

interface IndexedBatch {
  batch: readonly Entry[];
  versions: Map<number, string>;
}

/** Indexes posts in one commit. If one of them changes at the same time, each post is indexed by itself. */
async function indexBatch(
  deps: IndexPostsDeps,
  organizationSlug: string,
  { batch, versions }: IndexedBatch,
): Promise<void> {
  const { store, clock } = deps;
  const partition = ["org", organizationSlug];
  const posts = await readPosts(store, partition, batch);
  const locations = posts.map(({ data }) => ({ partition, key: revisionKey(data.id, data.revision) }));
  const revisions = await store.getManyOrDamage<PostRevision[]>(locations);
  const changes = posts.map(({ data, version }, index) => {
    const at = dataOf(revisions[index])?.at;
    const sets = headSetsOf({ ...data, changedAt: estimatedChange(data, at, clock.now()) });
    const kept = new Set(sets.map(({ key }) => encodeKey(key)));
    const deletes = indexKeys(data).filter((key) => !kept.has(encodeKey(key)));
    return { checks: [{ key: postKey(data.slug), version }], sets, deletes };
  });
  const result = await store.commit(partition, {
    checks: changes.flatMap(({ checks }) => checks),
    sets: changes.flatMap(({ sets }) => sets),
    deletes: changes.flatMap(({ deletes }) => deletes),
  });
  if (result.committed) for (const { data } of posts) versions.set(data.id, result.version);
  else if (batch.length > 1) {
    for (const entry of batch) await indexBatch(deps, organizationSlug, { batch: [entry], versions });
  }
}

/** Reads the posts of index entries. Leaves out damaged, deleted and renamed posts. */
async function readPosts(
  store: Store,
  partition: readonly string[],
  entries: readonly Entry[],
): Promise<Stored<StoredPost>[]> {
  const locations = entries.map(({ data }) => ({ partition, key: postKey(data.slug) }));
  const found = await store.getManyOrDamage<StoredPost[]>(locations);
  return found.flatMap((post, index) => {
    if (post === null || post instanceof DamagedRecordError) return [];
    return post.data.id === lastNumberOf(entries[index]?.key ?? "") ? [post] : [];
  });
}

/**
 * Returns the time of the last change of a post of an earlier version: the time of its last revision, or else `updatedAt`. It is never in
 * the future, and later than a `changedAt` that the earlier version kept.
 */
export function estimatedChange(post: StoredPost, revisedAt: string | undefined, now: number): string {
  const time = toMilliseconds(revisedAt) ?? toMilliseconds(post.updatedAt) ?? now;
  const kept = toMilliseconds(post.changedAt) ?? -Infinity;
  return new Date(Math.max(Math.min(time, now), kept + 1)).toISOString();
}

/** Deletes the entries of an index that belong to no post, because an earlier version of Postern deleted or moved it. */
async function deleteLeftovers(
  store: Store,
  organizationSlug: string,
  { index, versions }: { index: (typeof laterIndexes)[number]; versions: ReadonlyMap<number, string> },
): Promise<void> {
  const partition = ["org", organizationSlug];
  const range = { prefix: indexPrefix(index), onDamaged: skipDamage };
  for await (const entries of store.listPages<PostIndexEntry>(partition, range, readAtOnce)) {
    for (const { key, version } of entries) {
      if (versions.get(lastNumberOf(key)) !== version) await deleteLeftover(store, partition, key);
    }
  }
}

async function deleteLeftover(store: Store, partition: readonly string[], key: string): Promise<void> {
  const idKey = postIdKey(lastNumberOf(key));
  const place = await store.getOrDamage<{ slug: string }>({ partition, key: idKey });
  if (place instanceof DamagedRecordError) return;
  if (place === null) {
    await store.commit(partition, { checks: [{ key: idKey, exists: false }], deletedEntries: [key] });
    return;
  }
  const slugKey = postKey(place.data.slug);
  const post = await store.getOrDamage<StoredPost>({ partition, key: slugKey });
  if (post === null || post instanceof DamagedRecordError) return;
  if (indexKeys(post.data).some((own) => encodeKey(own) === key)) return;
  await store.commit(partition, {
    checks: [{ key: slugKey, version: post.version }],
    deletedEntries: [key],
  });
}
