import type { Clock } from "../../base/time/clock.ts";
import { onFirstUse } from "../../base/first_use.ts";
import { type Store, encodeKey } from "../../store/mod.ts";
import type {
  PostCount,
  PostFilter,
  PostTally,
  TallyField,
  TallyPage,
  TallyQuery,
} from "./content_source.ts";
import type { FieldQuery } from "../custom_fields/field_query.ts";
import { matchesFilter } from "./matches_filter.ts";
import { indexPrefix, type PostIndexEntry, publicFrom } from "../posts/post_record.ts";
import type { PostIndexes } from "../posts/lists/post_indexes.ts";
import {
  type DueTally,
  rankKey,
  tallyDuePrefix,
  tallyKey,
  tallyListPrefix,
} from "../tallies/tally_record.ts";

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

/** Returns a page of the tags or authors of the store, which reads no more counts than the page has. */
export async function listStoredTallies(
  organizationSlug: string,
  field: TallyField,
  query: TallyQuery,
  { store, clock, indexes }: { store: Store; clock: Clock; indexes: PostIndexes },
): Promise<TallyPage> {
  const { sort, limit, after } = query;
  const partition = ["org", organizationSlug];
  await indexes.complete(organizationSlug, { tags: field });
  const place = after && (sort === "name" ? tallyKey({ field, name: after.name }) : rankKey(field, after));
  const range = {
    prefix: tallyListPrefix(field, sort),
    limit: limit + 1,
    ...(place && { after: encodeKey(place) }),
  };
  const read = async (): Promise<Required<TallyPage>> => {
    // Counting a due post removes its record. Read in the other order, the post could be missing in both lists.
    const [due] = await store.list<DueTally>(partition, { prefix: tallyDuePrefix, limit: 1 });
    const found = await store.list<PostTally>(partition, range);
    const tallies = found.slice(0, limit).map(({ data }) => data);
    return { tallies, isLast: found.length <= limit, changesAt: due?.data.from ?? Infinity };
  };
  const page = await read();
  if (page.changesAt > clock.now()) return page;
  await indexes.countDue(organizationSlug);
  return read();
}
