import { DamagedRecordError, type Stored } from "../store/mod.ts";

/** Number of writes that a record names. */
const mostRecent = 32;
/** Maximum number of changed records of a write that is named. */
const mostIds = 8;

/**
 * The version of a record before a write, and the ids of the records that the write changed. Each entry follows from the one before. So a copy as
 * of one of the versions differs from the store only in these records.
 */
export type RecentChange<Id> = readonly [before: string, ...ids: Id[]];

/** Data of a record that every write of a kind of records checks and writes. */
export interface RecentChanges<Id> {
  /** Left out after a write that did not say which records it changed. */
  recent?: readonly RecentChange<Id>[];
}

/** Returns the data after a write that checks the record that it has found. */
export function recentAfter<Id>(
  found: Stored<RecentChanges<Id>> | DamagedRecordError | null,
  ids: readonly Id[],
): RecentChanges<Id> {
  if (found === null || found instanceof DamagedRecordError || ids.length > mostIds) return {};
  const change: RecentChange<Id> = [found.version, ...ids];
  return { recent: [...(found.data.recent ?? []), change].slice(-mostRecent) };
}

/** Returns the ids that have changed since a version of the record. Undefined if the record does not go back to it. */
export function changedSince<Id>(
  { version, data }: Stored<RecentChanges<Id>>,
  since: string,
): Id[] | undefined {
  if (version === since) return [];
  const { recent = [] } = data;
  const first = recent.findLastIndex(([before]) => before === since);
  if (first === -1) return undefined;
  return [...new Set(recent.slice(first).flatMap(([_before, ...ids]) => ids))];
}
