import { withNames } from "../../../base/text/name.ts";
import {
  keysBeside,
  DamagedRecordError,
  dataOf,
  encodeKey,
  type KeyPart,
  lastNumberOf,
  type Store,
  type StoreChanges,
  type Stored,
  writeInParts,
  type StoreAndClock,
} from "../../../store/mod.ts";
import { toMilliseconds } from "../../../base/time/timestamp.ts";
import { postNames } from "../post_fields.ts";
import { organizationKey } from "../../organizations/organization_input.ts";
import { isSameOrigin, originKeys } from "../writes/import_origin.ts";
import { findImported } from "../writes/imported_posts.ts";
import {
  earlierNameKey,
  earlierNamePrefix,
  headSetsOf,
  indexKeys,
  indexPrefix,
  nameKey,
  normalPost,
  onceIndexed,
  type PostIndexEntry,
  postIdKey,
  postKey,
  toIndexEntry,
} from "../post_record.ts";
import type { StoredPost } from "../post_forms.ts";
import { type PostRevision, revisionKey } from "../post_revision.ts";
import { changeTime } from "../post_times.ts";
import { addMark, commitCounts, hasMark, readPostsVersion, traceOf } from "./posts_version.ts";
import { planCounts } from "../../tallies/plan_counts.ts";
import { recountTallies } from "../../tallies/recount_tallies.ts";

/** Number of index entries that are read together, and of posts that one commit writes. */
const readAtOnce = 500;
const writtenAtOnce = 15;

/** Maximum number of counts that one commit changes, unless a single post changes more. */
const countedAtOnce = 150;
/** Number of attempts to commit changes of the counts while posts change. */
const attempts = 10;

/** The indexes that earlier versions of Postern do not maintain. */
const laterIndexes = ["publishedAt", "changedAt", "name"] as const;

/** An index entry that was read, and the damage that lists skip. Inspections report damage. */
type Entry = Stored<PostIndexEntry>;
const skipDamage = (): void => {};

/** State of a run that indexes the posts. */
interface IndexRun {
  /** Version of each post, by its id. */
  versions: Map<number, string>;
  /** Entry of each post in the index by name, by its id. A write of an earlier version leaves it as it is. */
  named: ReadonlyMap<number, { name: string; version: string }>;
  /** False if a post was not indexed, because posts kept changing. */
  isComplete: boolean;
}

/**
 * Gives `changedAt`, normal names and all index entries to the posts that an earlier version of Postern wrote. Counts their tags and authors, and
 * deletes entries that it left behind. Other requests run between the batches. After an interruption a new call continues, because indexed
 * posts are only read.
 */
export async function indexPosts(deps: StoreAndClock, organizationSlug: string): Promise<void> {
  const { store } = deps;
  const before = await readPostsVersion(store, organizationSlug);
  if (hasMark(before, "hasNames")) return;
  const { named, hasDamage } = await readNamed(store, organizationSlug);
  const run: IndexRun = { versions: new Map(), named, isComplete: true };
  await indexUnmarked(deps, organizationSlug, run);
  for (const index of laterIndexes) await deleteLeftovers(deps, organizationSlug, { index, run });
  await store.deleteAll(["org", organizationSlug], earlierNamePrefix);
  if (hasDamage) await recountTallies(deps, organizationSlug);
  await store.commit(["org", organizationSlug], {
    checks: [{ key: organizationKey, exists: true }],
    sets: [onceIndexed],
  });
  for (const mark of ["isIndexed", "hasNames"] as const) {
    if (run.isComplete) await addMark(store, organizationSlug, { mark, trace: traceOf(before, mark) });
  }
}

/** Indexes the posts that an earlier version wrote. */
async function indexUnmarked(deps: StoreAndClock, organizationSlug: string, run: IndexRun): Promise<void> {
  const range = { prefix: indexPrefix("createdAt"), onDamaged: skipDamage };
  const turns = deps.store.turns();
  const pages = deps.store.listPages<PostIndexEntry>(["org", organizationSlug], range, readAtOnce);
  for await (const entries of pages) {
    for (const { key, version } of entries) run.versions.set(lastNumberOf(key), version);
    const unmarked = entries.filter(
      ({ key, version, data }) =>
        data.changedAt === undefined || run.named.get(lastNumberOf(key))?.version !== version,
    );
    for (let start = 0; start < unmarked.length; start += writtenAtOnce) {
      if (turns.isOver) await turns.next();
      const batch = unmarked.slice(start, start + writtenAtOnce);
      await writeInParts(batch, (part) => indexBatch(deps, organizationSlug, { batch: part, run }));
    }
  }
}

/** Reads the index by name. */
async function readNamed(
  store: Store,
  organizationSlug: string,
): Promise<{ named: IndexRun["named"]; hasDamage: boolean }> {
  const named = new Map<number, { name: string; version: string }>();
  let hasDamage = false;
  const range = { prefix: indexPrefix("name"), onDamaged: (): void => void (hasDamage = true) };
  const pages = store.listPages<PostIndexEntry>(["org", organizationSlug], range, readAtOnce);
  for await (const entries of pages) {
    for (const { key, version, data } of entries) named.set(lastNumberOf(key), { name: data.name, version });
  }
  return { named, hasDamage };
}

interface IndexedBatch {
  batch: readonly Entry[];
  run: IndexRun;
}

/** Indexes posts in one commit. If one of them changes at the same time, or they have many names, each post is indexed by itself. */
async function indexBatch(
  deps: StoreAndClock,
  organizationSlug: string,
  { batch, run }: IndexedBatch,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const outcome = await tryBatch(deps, organizationSlug, { batch, run });
    if (outcome === "indexed") return;
    if (outcome === "outrun") continue;
    if (batch.length > 1) {
      for (const entry of batch) await indexBatch(deps, organizationSlug, { batch: [entry], run });
    } else if (await resolveOrigin(deps, organizationSlug, { post: outcome, run })) {
      await indexBatch(deps, organizationSlug, { batch, run });
    }
    return;
  }
  run.isComplete = false;
}

/** Returns `outrun` if other posts changed at the same time, or else a post that cannot be indexed in this batch. */
async function tryBatch(
  deps: StoreAndClock,
  organizationSlug: string,
  { batch, run }: IndexedBatch,
): Promise<"indexed" | "outrun" | Stored<StoredPost>> {
  const { store } = deps;
  const now = deps.clock.now();
  const partition = ["org", organizationSlug];
  const version = await readPostsVersion(store, organizationSlug);
  const posts = await readIndexedPosts(store, partition, batch);
  const [first] = posts;
  if (first === undefined) return "indexed";
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
  const counted = await countIndexed(store, partition, {
    posts: changes.map(({ after }) => after),
    run,
    now,
  });
  const isTooMuch = batch.length > 1 && counted.counts > countedAtOnce;
  if (isTooMuch || haveOneOrigin(changes)) return first;
  const result = await commitCounts(store, organizationSlug, version, joined([...changes, counted]));
  if (!result.committed)
    return result.failedChecks.some((index) => index < checksOf(changes)) ? first : "outrun";
  for (const { data } of posts) run.versions.set(data.id, result.version);
  return "indexed";
}

function checksOf(changes: readonly Indexing[]): number {
  return changes.reduce((sum, { checks }) => sum + checks.length, 0);
}

/** Returns the changes of the index by name and of the counts, for posts with their fields after the commit. */
async function countIndexed(
  store: Store,
  partition: readonly string[],
  { posts, run, now }: { posts: readonly StoredPost[]; run: IndexRun; now: number },
): Promise<Indexing & { counts: number }> {
  const read = (keys: readonly (readonly KeyPart[])[]): ReturnType<typeof store.getManyOrDamage<object[]>> =>
    store.getManyOrDamage<object[]>(keys.map((key) => ({ partition, key })));
  // A concurrent write may have moved the entry since the index was read.
  const known = posts.map(({ id, name }) => nameKey({ id, name: run.named.get(id)?.name ?? name }));
  const found = await read([...known, ...posts.map(nameKey)]);
  const moves = posts.map((post, index) => ({
    id: post.id,
    before: (dataOf(found[index] ?? found[posts.length + index]) ?? null) as PostIndexEntry | null,
    after: toIndexEntry(post),
  }));
  const plan = planCounts(moves, now);
  const { sets, deletes } = plan.changesOf(await read(plan.keys));
  const nameSets = posts.map((post) => ({ key: nameKey(post), data: toIndexEntry(post) }));
  return {
    checks: [],
    sets: [...sets, ...nameSets],
    deletes: [...deletes, ...keysBeside(known, nameSets)],
    counts: plan.keys.length,
  };
}

type Indexing = Required<Pick<StoreChanges, "checks" | "sets" | "deletes">>;

/** Returns the changes of a post that is indexed, with its names and its origin as in `after`. */
function indexingOf(
  { data: before, version }: Stored<StoredPost>,
  after: StoredPost,
): Indexing & { after: StoredPost } {
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
  return { after, checks, sets, deletes: keysBeside(former, kept) };
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
  { store, clock }: StoreAndClock,
  organizationSlug: string,
  { post, run }: { post: Stored<StoredPost>; run: IndexRun },
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
  const { checks, sets, deletes } = indexingOf(loser, { ...kept, changedAt });
  const result = await store.commit(partition, { checks, sets, deletes });
  if (result.committed) run.versions.set(kept.id, result.version);
  return result.committed;
}

/** Reads the posts of index entries. Leaves out damaged, deleted and renamed posts. */
export async function readIndexedPosts(
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
  return withNames(before, postNames) === before ? (before.changedAt ?? changed) : changed;
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
  deps: StoreAndClock,
  organizationSlug: string,
  { index, run }: { index: (typeof laterIndexes)[number]; run: IndexRun },
): Promise<void> {
  const range = { prefix: indexPrefix(index), onDamaged: skipDamage };
  const entries = deps.store.listAll<PostIndexEntry>(["org", organizationSlug], range, readAtOnce);
  for await (const entry of entries) {
    if (run.versions.get(lastNumberOf(entry.key)) === entry.version) continue;
    const isDone = await deleteLeftover(deps, organizationSlug, { index, entry });
    if (!isDone) run.isComplete = false;
  }
}

/** Deletes an entry unless its post still has it. Returns false if posts kept changing. */
async function deleteLeftover(
  deps: StoreAndClock,
  organizationSlug: string,
  { index, entry }: { index: (typeof laterIndexes)[number]; entry: Entry },
): Promise<boolean> {
  const { store } = deps;
  const partition = ["org", organizationSlug];
  const idKey = postIdKey(lastNumberOf(entry.key));
  const place = await store.getOrDamage<{ slug: string }>({ partition, key: idKey });
  if (place instanceof DamagedRecordError) return true;
  if (place === null) {
    const check = { key: idKey, exists: false };
    return deleteEntry(deps, organizationSlug, { index, entry, check });
  }
  const slugKey = postKey(place.data.slug);
  const post = await store.getOrDamage<StoredPost>({ partition, key: slugKey });
  if (post === null || post instanceof DamagedRecordError) return true;
  const own = index === "name" ? [nameKey(post.data)] : indexKeys(post.data);
  if (own.some((key) => encodeKey(key) === entry.key)) return true;
  const check = { key: slugKey, version: post.version };
  return deleteEntry(deps, organizationSlug, { index, entry, check });
}

/** Deletes an entry. The counts lose the tags and authors of an entry by name. */
async function deleteEntry(
  { store, clock }: StoreAndClock,
  organizationSlug: string,
  {
    index,
    entry: { key, data, version },
    check,
  }: { index: string; entry: Entry; check: Indexing["checks"][number] },
): Promise<boolean> {
  const partition = ["org", organizationSlug];
  if (index !== "name") {
    await store.commit(partition, { checks: [check], deletedEntries: [key] });
    return true;
  }
  const id = lastNumberOf(key);
  const checks = [check, { key: nameKey({ id, name: data.name }), version }];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await readPostsVersion(store, organizationSlug);
    const plan = planCounts([{ id, before: data, after: null }], clock.now());
    const counts = await store.getManyOrDamage<object[]>(plan.keys.map((one) => ({ partition, key: one })));
    const changes = { checks, ...plan.changesOf(counts), deletedEntries: [key] };
    const result = await commitCounts(store, organizationSlug, found, changes);
    if (result.committed || result.failedChecks.some((failed) => failed < checks.length)) return true;
  }
  return false;
}
