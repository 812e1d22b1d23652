import type { Clock } from "../clock.ts";
import type { Store } from "../store/mod.ts";
import type { PostCount, PostFilter, PostTallies, TallyField } from "./content_source.ts";
import { IndexAuthors } from "./index_authors.ts";
import { matchesFilter } from "./matches_filter.ts";
import { indexPrefix, type PostIndexEntry, publicFrom } from "./post_record.ts";
import { isOrganizationSlug } from "./slug.ts";
import { Tallies } from "./tallies.ts";

/** Number of index entries that are read at once. */
const batchSize = 500;

interface StatisticsDeps {
  store: Store;
  clock: Clock;
}

/** Counts the public posts of the store that match a filter. */
export async function countStored(
  organizationSlug: string,
  filter: PostFilter,
  deps: StatisticsDeps,
): Promise<PostCount> {
  const { author } = filter;
  let count = 0;
  const changesAt = await walkIndex(organizationSlug, deps, {
    withAuthors: author !== undefined,
    isWanted: (entry, authors) =>
      matchesFilter(entry, filter) && (author === undefined || authors.of(entry).includes(author)),
    visit: () => count++,
  });
  return { count, changesAt };
}

/** Returns every tag or author of the public posts of the store. */
export async function tallyStored(
  organizationSlug: string,
  field: TallyField,
  deps: StatisticsDeps,
): Promise<PostTallies> {
  const tallies = new Tallies();
  const changesAt = await walkIndex(organizationSlug, deps, {
    withAuthors: field === "authors",
    isWanted: () => true,
    visit: (entry, authors) => tallies.add(field === "tags" ? entry.tags : authors.of(entry)),
  });
  return { tallies: tallies.list(), changesAt };
}

interface Walk {
  withAuthors: boolean;
  isWanted: (entry: PostIndexEntry, authors: IndexAuthors) => boolean;
  /** Called for each wanted post that is public. */
  visit: (entry: PostIndexEntry, authors: IndexAuthors) => void;
}

/** Walks the index of all posts. Returns the next time at which a wanted post becomes public, or `Infinity`. */
async function walkIndex(
  organizationSlug: string,
  { store, clock }: StatisticsDeps,
  { withAuthors, isWanted, visit }: Walk,
): Promise<number> {
  let changesAt = Infinity;
  if (!isOrganizationSlug(organizationSlug)) return changesAt;
  const now = clock.now();
  const partition = ["org", organizationSlug];
  const authors = new IndexAuthors(store, partition);
  const range = { prefix: indexPrefix("createdAt") };
  for await (const entries of store.listPages<PostIndexEntry>(partition, range, batchSize)) {
    if (withAuthors) await authors.load(entries);
    for (const { data } of entries) {
      const from = publicFrom(data);
      if (from === Infinity || !isWanted(data, authors)) continue;
      if (from > now) changesAt = Math.min(changesAt, from);
      else visit(data, authors);
    }
  }
  return changesAt;
}
