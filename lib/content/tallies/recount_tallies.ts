import { isEqualJson } from "../../base/is_equal_json.ts";
import {
  DamagedRecordError,
  encodeKey,
  type KeyPart,
  lastNumberOf,
  type Store,
  type StoreAndClock,
} from "../../store/mod.ts";
import type { PostTally } from "../sources/content_source.ts";
import { indexPrefix, type PostIndexEntry } from "../posts/post_record.ts";
import { commitCounts, readPostsVersion } from "../posts/lists/posts_version.ts";
import {
  countedNames,
  dueRecordOf,
  type FieldName,
  rankKey,
  rankPrefix,
  tallyDuePrefix,
  tallyKey,
  tallyPrefix,
} from "./tally_record.ts";

type Found = Awaited<ReturnType<typeof readPostsVersion>>;

/** A record of the counts that differs from the index by name. */
interface Difference {
  key: string;
  /** Undefined: the record must not exist. */
  wanted: { key: readonly KeyPart[]; data: object } | undefined;
}

/** Number of differences that one commit corrects. */
const correctedAtOnce = 100;
/** Number of attempts while posts change. */
const attempts = 10;

/**
 * Corrects the counts of tags and authors that differ from the index by name, because a record was damaged or repaired. Returns true if some
 * differed.
 */
export async function recountTallies(deps: StoreAndClock, organizationSlug: string): Promise<boolean> {
  let hasDiffered = false;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await readPostsVersion(deps.store, organizationSlug);
    const differences = await differencesOf(deps.store, organizationSlug, deps.clock.now());
    if (differences.length === 0) return hasDiffered;
    hasDiffered = true;
    if (await correct(deps, organizationSlug, { before, differences })) return true;
  }
  return hasDiffered;
}

/** Corrects the counts in several commits. Returns false if posts have changed since the version was read. */
async function correct(
  { store }: StoreAndClock,
  organizationSlug: string,
  { before, differences }: { before: Found; differences: readonly Difference[] },
): Promise<boolean> {
  const turns = store.turns();
  let found = before;
  for (let start = 0; start < differences.length; start += correctedAtOnce) {
    if (turns.isOver) await turns.next();
    const batch = differences.slice(start, start + correctedAtOnce);
    const result = await commitCounts(store, organizationSlug, found, {
      sets: batch.flatMap(({ wanted }) => wanted ?? []),
      deletedEntries: batch.flatMap(({ key, wanted }) => (wanted === undefined ? [key] : [])),
    });
    if (!result.committed) return false;
    found = await readPostsVersion(store, organizationSlug);
    if (versionOf(found) !== result.version) return false;
  }
  return true;
}

/**
 * Returns the encoded key of a count that differs from the index by name, with the right number of posts. The store may be in use: a difference
 * that a change of posts explains does not count.
 */
export async function findWrongTally(
  store: Store,
  organizationSlug: string,
): Promise<{ key: string; posts: number } | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await readPostsVersion(store, organizationSlug);
    // The inspection does not know the clock of the servers, so each post may be counted.
    const [first] = await differencesOf(store, organizationSlug, Infinity);
    if (first === undefined) return undefined;
    const after = await readPostsVersion(store, organizationSlug);
    if (versionOf(before) === versionOf(after)) {
      const { postCount = 0 } = (first.wanted?.data ?? {}) as Partial<PostTally>;
      return { key: first.key, posts: postCount };
    }
  }
  return undefined;
}

function versionOf(found: Found): string | undefined {
  return found instanceof DamagedRecordError ? undefined : found?.version;
}

/**
 * Compares the records of the counts with those that the index by name needs.
 *
 * @param now time up to which a post without a record of its time is counted
 */
async function differencesOf(store: Store, organizationSlug: string, now: number): Promise<Difference[]> {
  const partition = ["org", organizationSlug];
  const found = new Map<string, unknown>();
  for (const prefix of [tallyPrefix, rankPrefix, tallyDuePrefix]) {
    for await (const record of store.listWithDamaged<object>(partition, { prefix })) {
      found.set(record.key, record instanceof DamagedRecordError ? undefined : record.data);
    }
  }
  const wanted = new Map<string, NonNullable<Difference["wanted"]>>();
  const want = (key: readonly KeyPart[], data: object): void =>
    void wanted.set(encodeKey(key), { key, data });
  const counts = new Map<string, FieldName & { postCount: number }>();
  const range = { prefix: indexPrefix("name"), onDamaged: (): void => undefined };
  for await (const { key, data } of store.listAll<PostIndexEntry>(partition, range)) {
    const due = dueRecordOf(lastNumberOf(key), data);
    // A post whose time has come waits until the next list.
    if (due !== undefined && (due.data.from > now || found.has(encodeKey(due.key)))) want(due.key, due.data);
    else {
      for (const name of countedNames(data)) {
        const id = encodeKey(tallyKey(name));
        counts.set(id, { ...name, postCount: (counts.get(id)?.postCount ?? 0) + 1 });
      }
    }
  }
  for (const { field, name, postCount } of counts.values()) {
    want(tallyKey({ field, name }), { name, postCount });
    want(rankKey(field, { name, postCount }), { name, postCount });
  }
  const isRight = (key: string): boolean => isEqualJson(found.get(key), wanted.get(key)?.data);
  const keys = [...new Set([...wanted.keys(), ...found.keys()])];
  return keys
    .filter((key) => !isRight(key) || !wanted.has(key))
    .map((key) => ({ key, wanted: wanted.get(key) }));
}
