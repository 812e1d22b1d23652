import { matchesLabels } from "../posts/matches_labels.ts";
import { toMilliseconds } from "../../base/time/timestamp.ts";
import type { PostFilter } from "./content_source.ts";
import type { PostIndexEntry } from "../posts/post_record.ts";

export function matchesFilter(entry: PostIndexEntry, filter: PostFilter): boolean {
  const { author, updatedSince } = filter;
  return (
    matchesLabels(entry, filter) &&
    (author === undefined || entry.authors?.includes(author) === true) &&
    (updatedSince === undefined || (toMilliseconds(entry.changedAt ?? entry.updatedAt) ?? 0) >= updatedSince)
  );
}
