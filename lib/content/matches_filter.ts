import { toMilliseconds } from "../timestamp.ts";
import type { PostFilter } from "./content_source.ts";
import type { PostIndexEntry } from "./post_record.ts";

/** True if a post matches the filter, except for `author`, which is not in the index. */
export function matchesFilter(
  entry: PostIndexEntry,
  { section, language, tag, updatedSince }: PostFilter,
): boolean {
  return (
    (section === undefined || entry.section === section) &&
    (language === undefined || entry.language === language) &&
    (tag === undefined || entry.tags.includes(tag)) &&
    (updatedSince === undefined || (toMilliseconds(entry.changedAt ?? entry.updatedAt) ?? 0) >= updatedSince)
  );
}
