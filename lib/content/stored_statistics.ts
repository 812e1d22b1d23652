import type { Clock } from "../clock.ts";
import type { Store } from "../store/mod.ts";
import type { PostCount, PostFilter } from "./content_source.ts";
import { matchesFilter } from "./matches_filter.ts";
import { indexPrefix, type PostIndexEntry, publicFrom } from "./post_record.ts";
import { isOrganizationSlug } from "./slug.ts";

/** Number of index entries that are read at once. */
const batchSize = 500;

/** Counts the public posts of the store that match a filter, by walking the index of all posts. */
export async function countStored(
  organizationSlug: string,
  filter: PostFilter,
  { store, clock }: { store: Store; clock: Clock },
): Promise<PostCount> {
  let count = 0;
  let changesAt = Infinity;
  if (!isOrganizationSlug(organizationSlug)) return { count, changesAt };
  const now = clock.now();
  const range = { prefix: indexPrefix("createdAt") };
  const pages = store.listPages<PostIndexEntry>(["org", organizationSlug], range, batchSize);
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
