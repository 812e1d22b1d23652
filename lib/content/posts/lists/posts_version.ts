import type { Change, Outbox } from "../../../events/mod.ts";
import {
  checkOf,
  type Committed,
  type Conflict,
  DamagedRecordError,
  dataOf,
  type KeyPart,
  lastNumberOf,
  type Location,
  rangeOf,
  type Store,
  type StoreChanges,
  type Stored,
} from "../../../store/mod.ts";
import { organizationKey } from "../../organizations/organization_input.ts";
import { indexPrefix, type PostsVersion, postsVersionKey, uncheckedPosts } from "../post_record.ts";
import { recentAfter } from "../../recent_changes.ts";
import { type CountedWrite, readCountedWrite } from "../../tallies/counted_write.ts";

type Found = Stored<PostsVersion> | DamagedRecordError | null;

/** Number of attempts to add a mark while other writes change the record. */
const attempts = 5;
/** Number of attempts to commit a write of a post while other processes write posts. */
const commitAttempts = 10;

/** Returns the location of the record of an organization. Writes of posts take their turns at it, because each checks and writes it. */
export function postsVersionLocation(organizationSlug: string): Location {
  return { partition: ["org", organizationSlug], key: postsVersionKey };
}

/** Reads the record of an organization. */
export async function readPostsVersion(store: Store, organizationSlug: string): Promise<Found> {
  return store.getOrDamage<PostsVersion>(postsVersionLocation(organizationSlug));
}

/** The marks of the record, each with the field for the last write of a version of Postern without it. */
const marks = { isIndexed: "since", hasNames: "unnamedSince", isBound: "unboundSince" } as const;

/** A mark of the record: all posts have entries by time, normal names with all entries, or the ids of their references. */
type Mark = keyof typeof marks;

/** True if the record has a mark. */
export function hasMark(found: Found, mark: Mark): boolean {
  return dataOf(found)?.[mark] === true;
}

/**
 * Commits changes of posts, with their index entries and events, and the counts of the tags and authors of a written post. A check of the record
 * keeps the trace of an earlier version of Postern that writes at the same time. After too many conflicts the commit has no check, and the next
 * list indexes and counts the post.
 */
export async function commitPosts(
  { store, outbox }: { store: Store; outbox: Outbox },
  organizationSlug: string,
  { checks = [], sets = [], deletes = [], ...changes }: StoreChanges,
  events: readonly Change[],
  write: CountedWrite = { before: null, after: null, now: 0 },
): Promise<Committed | Conflict> {
  let attempt = 0;
  return store.writes.repeat("Cannot write the post: the record of all posts", async (isRetry) => {
    const isLast = ++attempt === commitAttempts;
    const known = isRetry ? undefined : write.state;
    const read = await readCountedWrite(store, organizationSlug, { ...write, state: known });
    const counted = isLast ? null : read.changes;
    const all = {
      ...changes,
      checks: isLast ? checks : [...checks, checkOf(postsVersionKey, read.version), ...read.checks],
      sets: [
        ...sets,
        ...(counted?.sets ?? []),
        isLast
          ? uncheckedPosts
          : afterWrite(read.version, {
              ...(counted === null ? { lost: "hasNames" } : {}),
              changed: changedPosts({ sets, deletes, ...changes }),
            }),
      ],
      deletes: [...deletes, ...(counted?.deletes ?? [])],
    };
    const result = await outbox.commit(organizationSlug, all, events);
    const isFinal = result.committed || result.failedChecks.some((index) => index < checks.length);
    return isFinal || isLast ? result : null;
  });
}

/**
 * Commits changes that depend on the counts, which were read after the record. Fails if posts have changed since, or if the organization was
 * deleted. The failed checks after those of the changes are its own.
 */
export async function commitCounts(
  store: Store,
  organizationSlug: string,
  found: Found,
  { checks = [], sets = [], ...changes }: StoreChanges,
): Promise<Committed | Conflict> {
  return store.commit(["org", organizationSlug], {
    ...changes,
    checks: [...checks, { key: organizationKey, exists: true }, checkOf(postsVersionKey, found)],
    sets: [...sets, afterWrite(found)],
  });
}

/**
 * Returns the record after a write. It keeps the marks, or else the trace of the last write without them. Without a mark that is `lost`, the
 * write is its own trace. Without the ids of the posts that it `changed`, copies of the posts list all of them.
 */
function afterWrite(
  found: Found,
  { added, lost, changed }: { added?: Mark; lost?: Mark; changed?: readonly number[] } = {},
): { key: KeyPart[]; data: PostsVersion } {
  const data: PostsVersion = changed === undefined ? {} : { ...recentAfter(found, changed) };
  for (const mark of Object.keys(marks) as Mark[]) {
    if (mark === lost) continue;
    if (mark === added || hasMark(found, mark)) data[mark] = true;
    else data[marks[mark]] = traceOf(found, mark);
  }
  const generation = dataOf(found)?.fieldIndexes;
  if (data.hasNames === true && generation !== undefined) data.fieldIndexes = generation;
  return { key: postsVersionKey, data };
}

/** Returns the ids of the posts whose index entries change. */
function changedPosts({ sets = [], deletes = [], deletedEntries = [] }: StoreChanges): number[] {
  const prefix = indexPrefix("createdAt");
  const { start, end } = rangeOf(prefix);
  const ids = [...sets.map(({ key }) => key), ...deletes]
    .filter((key) => prefix.every((part, at) => key[at] === part))
    .map((key) => Number(key.at(-1)));
  const deleted = deletedEntries.filter((key) => key >= start && key < end).map(lastNumberOf);
  return [...new Set([...ids, ...deleted])];
}

/** Returns the record with the indexes of fields that writes keep from now on. */
export function withFieldIndexes(found: Found, generation: string): { key: KeyPart[]; data: PostsVersion } {
  const { key, data } = afterWrite(found);
  return { key, data: { ...data, fieldIndexes: generation } };
}

/** Identifies the last write after which posts may lack index entries or the ids of their references. */
export function traceOf(found: Found, mark: Mark): string {
  if (found === null) return "";
  return found instanceof DamagedRecordError ? "damaged" : (found.data[marks[mark]] ?? found.version);
}

/** Adds a mark to the record. Returns false if an earlier version of Postern has written since `trace`. */
export async function addMark(
  store: Store,
  organizationSlug: string,
  { mark, trace }: { mark: Mark; trace: string },
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await readPostsVersion(store, organizationSlug);
    if (hasMark(found, mark)) return true;
    if (traceOf(found, mark) !== trace) return false;
    const result = await store.commit(["org", organizationSlug], {
      checks: [{ key: organizationKey, exists: true }, checkOf(postsVersionKey, found)],
      sets: [afterWrite(found, { added: mark })],
    });
    if (result.committed) return true;
    if (result.failedChecks.includes(0)) return false;
  }
  return false;
}
