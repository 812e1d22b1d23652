import type { Change, Outbox } from "../events/mod.ts";
import {
  checkOf,
  type Committed,
  type Conflict,
  DamagedRecordError,
  dataOf,
  type Store,
  type StoreChanges,
  type Stored,
} from "../store/mod.ts";
import { organizationKey } from "./organization_key.ts";
import { indexedPosts, type PostsVersion, postsVersionKey, uncheckedPosts } from "./post_record.ts";

type Found = Stored<PostsVersion> | DamagedRecordError | null;

/** Number of attempts to write the record while other writes change it. */
const attempts = 5;

/** Reads the record of an organization. */
export async function readPostsVersion(store: Store, organizationSlug: string): Promise<Found> {
  return store.getOrDamage<PostsVersion>({ partition: ["org", organizationSlug], key: postsVersionKey });
}

/** True if every post of the organization has `changedAt`, and the indexes by times have all posts. */
export function isIndexed(found: Found): boolean {
  return dataOf(found)?.isIndexed === true;
}

/** True if all indexes have all posts of the organization, under names in the form of `toName`. */
export function hasNames(found: Found): boolean {
  return dataOf(found)?.hasNames === true;
}

/**
 * Commits changes of posts, with their index entries and events. A check of the record keeps the trace of an earlier version of Postern that writes at
 * the same time. After too many conflicts the commit has no check, and the next list looks for posts without index entries.
 */
export async function commitPosts(
  { store, outbox }: { store: Store; outbox: Outbox },
  organizationSlug: string,
  { checks = [], sets = [], ...changes }: StoreChanges,
  events: readonly Change[],
): Promise<Committed | Conflict> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === attempts;
    const found = await readPostsVersion(store, organizationSlug);
    const all = {
      ...changes,
      checks: isLast ? checks : [...checks, checkOf(postsVersionKey, found)],
      sets: [...sets, isLast ? uncheckedPosts : afterWrite(found)],
    };
    const result = await outbox.commit(organizationSlug, all, events);
    if (result.committed || isLast || result.failedChecks.some((index) => index < checks.length)) {
      return result;
    }
  }
}

function afterWrite(found: Found): typeof indexedPosts {
  if (hasNames(found)) return indexedPosts;
  const data = { since: traceOf(found), ...(isIndexed(found) && { isIndexed: true as const }) };
  return { key: postsVersionKey, data };
}

/** Identifies the last write after which the indexes may lack a post. */
export function traceOf(found: Found): string {
  if (found === null) return "";
  return found instanceof DamagedRecordError ? "damaged" : (found.data.since ?? found.version);
}

/** Records that the indexes have all posts. Returns false if an earlier version of Postern has written since `trace`. */
export async function markIndexed(store: Store, organizationSlug: string, trace: string): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await readPostsVersion(store, organizationSlug);
    if (hasNames(found)) return true;
    if (traceOf(found) !== trace) return false;
    const result = await store.commit(["org", organizationSlug], {
      checks: [{ key: organizationKey, exists: true }, checkOf(postsVersionKey, found)],
      sets: [indexedPosts],
    });
    if (result.committed) return true;
    if (result.failedChecks.includes(0)) return false;
  }
  return false;
}
