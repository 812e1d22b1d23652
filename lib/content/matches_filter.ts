import { matchesLabels } from "../matches_labels.ts";
import { toMilliseconds } from "../timestamp.ts";
import type { PostFilter } from "./content_source.ts";
import type { PostIndexEntry } from "./post_record.ts";

/** True if a post matches the filter, except for `author`, which is not in the index. */
export function matchesFilter(entry: PostIndexEntry, filter: PostFilter): boolean {
  const { updatedSince } = filter;
  return (
    matchesLabels(entry, filter) &&
    (updatedSince === undefined || (toMilliseconds(entry.changedAt ?? entry.updatedAt) ?? 0) >= updatedSince)
  );
}
