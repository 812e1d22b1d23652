import type { Clock } from "../../base/time/clock.ts";
import { onFirstUse } from "../../base/first_use.ts";
import type { Store } from "../../store/mod.ts";
import type { PostCount, PostFilter } from "./content_source.ts";
import type { FieldQuery } from "../custom_fields/field_query.ts";
import { matchesFilter } from "./matches_filter.ts";
import { indexPrefix, type PostIndexEntry, publicFrom } from "../posts/post_record.ts";

const loadFieldScan = onFirstUse(() => import("../custom_fields/scan_by_fields.ts"));

/** Number of index entries that are read at once. */
const batchSize = 500;

/** Counts the public posts of the store that match a filter, by walking the index of all posts, or of a field. */
export async function countStored(
  organizationSlug: string,
  { fields, ...filter }: PostFilter & { fields?: FieldQuery | undefined },
  { store, clock }: { store: Store; clock: Clock },
): Promise<PostCount> {
  let count = 0;
  let changesAt = Infinity;
  const now = clock.now();
  const partition = ["org", organizationSlug];
  const pages =
    fields === undefined
      ? store.listPages<PostIndexEntry>(partition, { prefix: indexPrefix("createdAt") }, batchSize)
      : (await loadFieldScan()).pagesByFields(store, partition, fields.filters);
  for await (const entries of pages) {
    for (const { data } of entries) {
      const from = publicFrom(data);
      if (from === Infinity || !matchesFilter(data, filter)) continue;
      if (from > now) changesAt = Math.min(changesAt, from);
      else count++;
    }
  }
  return { count, changesAt };
}
