import type { Clock } from "../../base/time/clock.ts";
import { encodeKey, type Store } from "../../store/mod.ts";
import type { PostTally, TallyField, TallyPage, TallyQuery } from "../sources/content_source.ts";
import type { PostIndexes } from "../posts/lists/post_indexes.ts";
import { type DueTally, rankKey, tallyDuePrefix, tallyKey, tallyListPrefix } from "./tally_record.ts";

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
