import { type RandomBytes, randomId } from "../../base/secrets/random.ts";
import {
  checkOf,
  DamagedRecordError,
  dataOf,
  rangeOf,
  type Store,
  type Stored,
  writeInParts,
  type StoreAndClock,
} from "../../store/mod.ts";
import { indexPosts, readIndexedPosts } from "../posts/lists/index_posts.ts";
import { organizationKey } from "../organizations/organization_input.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import {
  indexPrefix,
  type PostIndexEntry,
  postKey,
  type PostsVersion,
  postsVersionKey,
} from "../posts/post_record.ts";
import { hasMark, withFieldIndexes } from "../posts/lists/posts_version.ts";
import type { CustomField } from "./custom_field.ts";
import {
  fieldEntries,
  fieldEntriesPrefix,
  type FieldIndex,
  type FieldIndexes,
  fieldIndexesKey,
  fieldPrefix,
  filterableFields,
  hasUnreadEntries,
  indexedField,
  indexOf,
} from "./field_index.ts";

/** Number of posts that are read together, and of posts whose entries one commit writes. */
const readAtOnce = 100;
const writtenAtOnce = 25;
/** Number of attempts to begin the indexes while posts change. */
const attempts = 10;

/** Dependencies of {@link buildFieldIndexes}. */
export interface BuildDeps extends StoreAndClock {
  randomBytes: RandomBytes;
}

type Found<Data> = Stored<Data> | DamagedRecordError | null;

interface State {
  organization: Found<{ postFields?: readonly CustomField[] }>;
  version: Found<PostsVersion>;
  record: Found<FieldIndexes>;
}

/**
 * Builds the indexes of the fields that an organization's lists can be filtered by, and deletes former indexes. Every write of a post keeps
 * the indexes from the beginning of a build, so one walk over the posts completes them. Its place is stored: after an interruption a new call
 * continues, and concurrent calls stop each other, so that one of them goes on.
 */
export async function buildFieldIndexes(deps: BuildDeps, organizationSlug: string): Promise<void> {
  const turns = deps.store.turns();
  let begun = 0;
  for (;;) {
    if (turns.isOver) await turns.next();
    const state = await readState(deps.store, organizationSlug);
    if (dataOf(state.organization) === undefined) return;
    const record = currentRecord(state);
    if (record === undefined) {
      if (begun++ === attempts) return;
      await begin(deps, organizationSlug, state);
    } else if (record.data.indexes.every(({ isComplete }) => isComplete)) {
      return deleteFormer(deps, organizationSlug, record);
    } else await indexNext(deps.store, organizationSlug, record);
  }
}

/** Returns the record if it has an index for each field as it is defined, and if all writes since its beginning know it. */
function currentRecord({ organization, version, record }: State): Stored<FieldIndexes> | undefined {
  const wanted = filterableFields(dataOf(organization)?.postFields);
  if (record === null) return wanted.length === 0 ? noIndexes : undefined;
  if (record instanceof DamagedRecordError) return undefined;
  const { generation, indexes } = record.data;
  const isKept = dataOf(version)?.fieldIndexes === generation;
  const isDefined =
    indexes.length === wanted.length && wanted.every((field) => indexOf(indexes, field) !== undefined);
  return isKept && isDefined ? record : undefined;
}

const noIndexes: Stored<FieldIndexes> = { key: "", version: "", data: { generation: "", indexes: [] } };

async function readState(store: Store, organizationSlug: string): Promise<State> {
  const partition = ["org", organizationSlug];
  const [organization, version, record] = await store.getManyOrDamage<
    [{ postFields?: readonly CustomField[] }, PostsVersion, FieldIndexes]
  >([organizationKey, postsVersionKey, fieldIndexesKey].map((key) => ({ partition, key })));
  return { organization, version, record };
}

/** Begins an index for each new or changed field. From this commit on, every write of a post writes its entries. */
async function begin(deps: BuildDeps, organizationSlug: string, state: State): Promise<void> {
  const { store, clock, randomBytes } = deps;
  const { organization, version, record } = state;
  if (!hasMark(version, "hasNames")) return indexPosts(deps, organizationSlug);
  const former = dataOf(record);
  const known =
    former !== undefined && dataOf(version)?.fieldIndexes === former.generation ? former.indexes : [];
  const indexes = filterableFields(dataOf(organization)?.postFields).map(
    (field): FieldIndex => indexOf(known, field) ?? { id: randomId(randomBytes), field: indexedField(field) },
  );
  const generation = randomId(randomBytes);
  const data: FieldIndexes = { generation, indexes, changedAt: clock.now() };
  await store.commit(["org", organizationSlug], {
    checks: [
      checkOf(organizationKey, organization),
      checkOf(postsVersionKey, version),
      checkOf(fieldIndexesKey, record),
    ],
    sets: [{ key: fieldIndexesKey, data }, withFieldIndexes(version, generation)],
  });
}

/** Writes the entries of the next posts, then the place of the last of them. Does nothing if another run was faster. */
async function indexNext(
  store: Store,
  organizationSlug: string,
  record: Stored<FieldIndexes>,
): Promise<void> {
  const partition = ["org", organizationSlug];
  const { after, indexed = 0, ...rest } = record.data;
  const range = { prefix: indexPrefix("createdAt"), limit: readAtOnce, onDamaged: (): void => undefined };
  const entries = await store.list<PostIndexEntry>(
    partition,
    after === undefined ? range : { ...range, after },
  );
  const turns = store.turns();
  for (let start = 0; start < entries.length; start += writtenAtOnce) {
    if (turns.isOver) await turns.next();
    const batch = entries.slice(start, start + writtenAtOnce);
    const posts = await readIndexedPosts(store, partition, batch);
    let isCurrent = true;
    await writeInParts(posts, async (part) => {
      isCurrent &&= await indexPart(store, partition, { record, posts: part });
    });
    if (!isCurrent) return;
  }
  const last = entries.at(-1);
  const next = { ...rest, indexed: indexed + entries.length };
  const data: FieldIndexes =
    entries.length === readAtOnce && last !== undefined
      ? { ...next, after: last.key }
      : { ...rest, indexes: rest.indexes.map((index) => ({ ...index, isComplete: true })) };
  await store.commit(partition, {
    checks: [{ key: fieldIndexesKey, version: record.version }],
    sets: [{ key: fieldIndexesKey, data }],
  });
}

/** Writes the entries of posts in the incomplete indexes. Returns false if the record has changed. */
async function indexPart(
  store: Store,
  partition: readonly string[],
  { record, posts }: { record: Stored<FieldIndexes>; posts: readonly Stored<StoredPost>[] },
): Promise<boolean> {
  const incomplete = record.data.indexes.filter(({ isComplete }) => !isComplete);
  let left = posts;
  while (left.length > 0) {
    const result = await store.commit(partition, {
      checks: [
        { key: fieldIndexesKey, version: record.version },
        ...left.map(({ data, version }) => ({ key: postKey(data.slug), version })),
      ],
      sets: left.flatMap(({ data }) => fieldEntries(incomplete, data)),
    });
    if (result.committed) return true;
    if (result.failedChecks.includes(0)) return false;
    // A changed post has its entries already.
    const failed = new Set(result.failedChecks);
    left = left.filter((_, index) => !failed.has(index + 1));
  }
  return true;
}

/** Deletes the entries of former indexes, once no request reads them any more. Without an index no later request would delete them. */
async function deleteFormer(
  { store, clock }: BuildDeps,
  organizationSlug: string,
  { data, version }: Stored<FieldIndexes>,
): Promise<void> {
  const { changedAt, ...rest } = data;
  if (changedAt === undefined) return;
  if (data.indexes.length > 0 && !hasUnreadEntries(data, clock.now())) return;
  const partition = ["org", organizationSlug];
  const kept = new Set(data.indexes.map(({ id }) => id));
  const range = { prefix: fieldEntriesPrefix, limit: 1, onDamaged: (): void => undefined };
  let place: { after?: string } = {};
  for (;;) {
    const [first] = await store.list(partition, { ...range, ...place });
    if (first === undefined) break;
    const [, id = ""] = first.key.split("!", 2);
    // An entry of a later build was written after its record.
    const { record } = await readState(store, organizationSlug);
    if (dataOf(record)?.generation !== data.generation) return;
    if (!kept.has(id)) await store.deleteAll(partition, fieldPrefix({ id }));
    place = { after: rangeOf(fieldPrefix({ id })).end };
  }
  await store.commit(partition, {
    checks: [{ key: fieldIndexesKey, version }],
    sets: [{ key: fieldIndexesKey, data: rest }],
  });
}
