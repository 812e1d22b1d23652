import type { Clock } from "../clock.ts";
import { withNames } from "../name.ts";
import {
  keysBeside,
  DamagedRecordError,
  dataOf,
  encodeKey,
  lastNumberOf,
  type Store,
  type StoreChanges,
  type Stored,
} from "../store/mod.ts";
import { toMilliseconds } from "../timestamp.ts";
import { organizationKey } from "./organization_key.ts";
import { isSameOrigin, originKeys } from "./import_origin.ts";
import { findImported } from "./imported_posts.ts";
import {
  earlierNameKey,
  earlierNamePrefix,
  headSetsOf,
  indexKeys,
  indexPrefix,
  normalPost,
  onceIndexed,
  type PostIndexEntry,
  postIdKey,
  postKey,
  type StoredPost,
} from "./post_record.ts";
import { type PostRevision, revisionKey } from "./post_revision.ts";
import { changeTime } from "./post_times.ts";
import { addMark, hasMark, readPostsVersion, traceOf } from "./posts_version.ts";

/** Number of index entries that are read together, and of posts that one commit writes. */
const readAtOnce = 500;
const writtenAtOnce = 15;

/** The indexes that earlier versions of Postern do not maintain. */
const laterIndexes = ["publishedAt", "changedAt", "name"] as const;

/** Dependencies of {@link indexPosts}. */
export interface IndexPostsDeps {
  store: Store;
  clock: Clock;
}

/** An index entry that was read, and the damage that lists skip. Inspections report damage. */
type Entry = Stored<PostIndexEntry>;
const skipDamage = (): void => {};

/**
 * Gives `changedAt`, normal names and all index entries to the posts that an earlier version of Postern wrote, and deletes entries that it left
 * behind. Other requests run between the batches. After an interruption a new call continues, because indexed posts are only read.
 */
export async function indexPosts(deps: IndexPostsDeps, organizationSlug: string): Promise<void> {
  const { store } = deps;
  const before = await readPostsVersion(store, organizationSlug);
  if (hasMark(before, "hasNames")) return;
  const versions = await indexUnmarked(deps, organizationSlug);
  for (const index of laterIndexes) await deleteLeftovers(store, organizationSlug, { index, versions });
  await store.deleteAll(["org", organizationSlug], earlierNamePrefix);
  await store.commit(["org", organizationSlug], {
    checks: [{ key: organizationKey, exists: true }],
    sets: [onceIndexed],
  });
  for (const mark of ["isIndexed", "hasNames"] as const) {
    await addMark(store, organizationSlug, { mark, trace: traceOf(before, mark) });
  }
}

/** Indexes the posts that an earlier version wrote. Returns the version of each post, by its id. */
async function indexUnmarked(deps: IndexPostsDeps, organizationSlug: string): Promise<Map<number, string>> {
  const named = await namedVersions(deps.store, organizationSlug);
  const versions = new Map<number, string>();
  const range = { prefix: indexPrefix("createdAt"), onDamaged: skipDamage };
  const turns = deps.store.turns();
  const pages = deps.store.listPages<PostIndexEntry>(["org", organizationSlug], range, readAtOnce);
  for await (const entries of pages) {
    for (const { key, version } of entries) versions.set(lastNumberOf(key), version);
    const unmarked = entries.filter(
      ({ key, version, data }) => data.changedAt === undefined || named.get(lastNumberOf(key)) !== version,
    );
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

/** Returns the version of each post in the index by name, by its id. A write of an earlier version leaves the entry as it is. */
async function namedVersions(store: Store, organizationSlug: string): Promise<ReadonlyMap<number, string>> {
  const versions = new Map<number, string>();
  const range = { prefix: indexPrefix("name"), onDamaged: skipDamage };
  const pages = store.listPages<PostIndexEntry>(["org", organizationSlug], range, readAtOnce);
  for await (const entries of pages) {
    for (const { key, version } of entries) versions.set(lastNumberOf(key), version);
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
  const { store } = deps;
  const now = deps.clock.now();
  const partition = ["org", organizationSlug];
  const posts = await readPosts(store, partition, batch);
  const locations = posts.map(({ data }) => ({ partition, key: revisionKey(data.id, data.revision) }));
  const revisions = await store.getManyOrDamage<PostRevision[]>(locations);
  const dated = new Set(batch.flatMap(({ key, data }) => (data.changedAt ? [lastNumberOf(key)] : [])));
  const changes = posts.map((post, index) => {
    const at = dataOf(revisions[index])?.at;
    const after = normalPost(post.data);
    const changedAt = dated.has(after.id)
      ? changeOfNames(post.data, now)
      : estimatedChange(post.data, at, now);
    return indexingOf(post, { ...after, changedAt });
  });
  const result = haveOneOrigin(changes) ? null : await store.commit(partition, joined(changes));
  if (result?.committed === true) for (const { data } of posts) versions.set(data.id, result.version);
  else if (batch.length > 1) {
    for (const entry of batch) await indexBatch(deps, organizationSlug, { batch: [entry], versions });
  } else if (
    posts[0] !== undefined &&
    (await resolveOrigin(deps, organizationSlug, { post: posts[0], versions }))
  ) {
    await indexBatch(deps, organizationSlug, { batch, versions });
  }
}

type Indexing = Required<Pick<StoreChanges, "checks" | "sets" | "deletes">>;

/** Returns the changes of a post that is indexed, with its names and its origin as in `after`. */
function indexingOf({ data: before, version }: Stored<StoredPost>, after: StoredPost): Indexing {
  const checks: Indexing["checks"][number][] = [{ key: postKey(before.slug), version }];
  const sets = headSetsOf(after);
  if (!isSameOrigin(before, after.importedFrom)) {
    for (const key of originKeys(after)) {
      checks.push({ key, exists: false });
      sets.push({ key, data: { id: after.id } });
    }
  }
  const former = [...indexKeys(before), earlierNameKey(before), ...originKeys(before)];
  const kept = [...sets, ...originKeys(after).map((key) => ({ key }))];
  return { checks, sets, deletes: keysBeside(former, kept) };
}

/** True if two posts of a batch have the same normal origin. */
function haveOneOrigin(changes: readonly Indexing[]): boolean {
  const keys = changes.flatMap(({ sets }) => sets.map(({ key }) => encodeKey(key)));
  return new Set(keys).size < keys.length;
}

function joined(changes: readonly Indexing[]): Indexing {
  return {
    checks: changes.flatMap(({ checks }) => checks),
    sets: changes.flatMap(({ sets }) => sets),
    deletes: changes.flatMap(({ deletes }) => deletes),
  };
}

/**
 * Removes the origin of one of two posts with the same normal origin, because a folder was imported from two systems. It is an archived post, or
 * else the post with the decomposed name. Returns true if the given post can be indexed now.
 */
async function resolveOrigin(
  { store, clock }: IndexPostsDeps,
  organizationSlug: string,
  { post, versions }: { post: Stored<StoredPost>; versions: Map<number, string> },
): Promise<boolean> {
  const { importedFrom: origin, status } = post.data;
  if (origin === undefined || isSameOrigin(post.data, origin)) return false;
  const partition = ["org", organizationSlug];
  const found = await findImported(store, organizationSlug, origin);
  const other = found && (await store.get<StoredPost>({ partition, key: postKey(found.slug) }));
  if (other === null || other.data.id === post.data.id) return false;
  const loser = other.data.status === "archived" && status !== "archived" ? other : post;
  const { importedFrom: _origin, ...kept } = normalPost(loser.data);
  const changedAt = kept.changedAt ?? estimatedChange(kept, undefined, clock.now());
  const result = await store.commit(partition, indexingOf(loser, { ...kept, changedAt }));
  if (result.committed) versions.set(kept.id, result.version);
  return result.committed && loser === other;
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

/** Returns the time of the last change of a post. It is now if the post gets other names, because its readers see them. */
function changeOfNames(before: StoredPost, now: number): string {
  const changed = changeTime(before, new Date(now).toISOString());
  return withNames(before) === before ? (before.changedAt ?? changed) : changed;
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
