import { compareTexts } from "../../base/text/fold_text.ts";
import {
  encodeKey,
  type EntryRange,
  type KeyPart,
  lastNumberOf,
  readPage,
  type Store,
  type Stored,
} from "../../store/mod.ts";
import type { PostQuery } from "../sources/content_source.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import { indexKey, indexOfSort, indexPrefix, type PostIndexEntry, postKey } from "../posts/post_record.ts";
import { type FieldEntry, fieldKeys, fieldPrefix, givenPrefix, missingPrefix } from "./field_index.ts";
import { type FieldFilter, fieldMatcher, type FieldQuery, rangeOfFilter } from "./field_query.ts";

/** Maximum number of entries of a filter that a page sorts in memory: before a short walk, and after it. */
const mostSorted = { first: 60, later: 500 };
/** Maximum number of posts that a short and a long walk compare with filters, and the number that is read together. */
const shortly = { mostScanned: 300, batch: 100 };
const comparing = { mostScanned: 2_000, batch: 100 };
/** Maximum number of entries of a walk that needs no posts, and the size of a batch. */
const walking = { mostScanned: 10_000, batch: 500 };

/** A page of a list by fields. */
export interface FieldScan extends Pick<PostQuery, "sort" | "limit" | "after"> {
  isMatch: (entry: PostIndexEntry) => boolean;
  fields: FieldQuery;
}

interface Page {
  items: Stored<PostIndexEntry>[];
  next: string | null;
}

/** Ranges in the order of the list, with their names in cursors. */
interface Walk {
  ranges: readonly EntryRange[];
  /** Beginning of the keys of the entries, and the text that replaces it in cursors. So cursors stay valid after an index is built anew. */
  start: string;
  shown: string;
  /** Filters that the ranges do not apply. */
  rest: readonly FieldFilter[];
}

/**
 * Returns the entries of a page, in the order of the list. If its index cannot apply all filters, a filter with few posts is sorted in memory.
 * Otherwise the page walks the index of the order, or of a value, and compares the posts with the other filters.
 */
export async function scanByFields(
  store: Store,
  partition: readonly string[],
  scan: FieldScan,
): Promise<Page> {
  const walk = walkOf(scan);
  if (walk.rest.length === 0) return walkedPage(store, partition, { scan, walk, bounds: walking });
  const sort = async (most: number): Promise<Page | undefined> => {
    for (const filter of scan.fields.filters) {
      const few = await listFew(store, partition, { filter, most });
      if (few !== undefined) return sortedPage(store, partition, { scan, filter, few, walk });
    }
    return undefined;
  };
  const rare = await sort(mostSorted.first);
  if (rare !== undefined) return rare;
  const short = await walkedPage(store, partition, { scan, walk, bounds: shortly });
  if (short.items.length === scan.limit || short.next === null) return short;
  const sorted = await sort(mostSorted.later);
  return sorted ?? walkedPage(store, partition, { scan, walk, bounds: comparing });
}

async function walkedPage(
  store: Store,
  partition: readonly string[],
  {
    scan: { limit, after, isMatch },
    walk: { ranges, start, shown, rest },
    bounds,
  }: { scan: FieldScan; walk: Walk; bounds: { mostScanned: number; batch: number } },
): Promise<Page> {
  const isOfFields = fieldMatcher(rest);
  const { items, next } = await readPage<PostIndexEntry, Stored<PostIndexEntry>>(store, partition, {
    ranges,
    limit,
    after: after?.startsWith(shown) ? start + after.slice(shown.length) : after,
    ...bounds,
    read: async (entries) => {
      const matches = entries.map((entry) => (isMatch(entry.data) ? entry : null));
      return rest.length === 0
        ? matches
        : matchingEntries(store, partition, { entries: matches, isOfFields });
    },
  });
  return { items, next: next?.startsWith(start) ? shown + next.slice(start.length) : next };
}

/** Returns the ranges that list the posts in order, with as many filters as possible. */
function walkOf({ sort, fields: { filters, order } }: FieldScan): Walk {
  if (order !== undefined) {
    const { index, reverse } = order;
    const own = filters.find((filter) => filter.index === index);
    const prefixes = [givenPrefix(index), missingPrefix(index)];
    return {
      ranges: own ? [{ ...rangeOfFilter(own), reverse }] : prefixes.map((prefix) => ({ prefix, reverse })),
      start: startOf(fieldPrefix(index)),
      shown: "",
      rest: filters.filter((filter) => filter !== own),
    };
  }
  const { index, reverse } = indexOfSort(sort);
  const shown = startOf(indexPrefix(index));
  const exact = index === "publishedAt" ? filters.find(({ is }) => is !== undefined) : undefined;
  if (exact === undefined)
    return { ranges: [{ prefix: indexPrefix(index), reverse }], start: shown, shown, rest: filters };
  const range = rangeOfFilter(exact);
  return {
    ranges: [{ ...range, reverse }],
    start: startOf(range.prefix),
    shown,
    rest: filters.filter((filter) => filter !== exact),
  };
}

function startOf(prefix: readonly KeyPart[]): string {
  return `${encodeKey(prefix)}!`;
}

/** Returns all entries of a filter, or undefined if they are many. */
async function listFew(
  store: Store,
  partition: readonly string[],
  { filter, most }: { filter: FieldFilter; most: number },
): Promise<Stored<FieldEntry>[] | undefined> {
  const entries = await store.list<FieldEntry>(partition, { ...rangeOfFilter(filter), limit: most + 1 });
  return entries.length > most ? undefined : entries;
}

/** Sorts the entries of a filter in memory. The cursor is the same as that of a walk. */
async function sortedPage(
  store: Store,
  partition: readonly string[],
  {
    scan,
    filter,
    few,
    walk,
  }: { scan: FieldScan; filter: FieldFilter; few: Stored<FieldEntry>[]; walk: Walk },
): Promise<Page> {
  const { sort, limit, after, isMatch, fields } = scan;
  const { order } = fields;
  const filters = fields.filters.filter((one) => one !== filter);
  const matches = few.filter(({ data }) => isMatch(data));
  const posts = filters.length > 0 || order ? await postsOf(store, partition, matches) : [];
  const isOfFields = fieldMatcher(filters);
  const { index, reverse: isSortReverse } = indexOfSort(sort);
  const placed = matches.flatMap((entry, at) => {
    if (order === undefined && filters.length === 0) {
      const id = lastNumberOf(entry.key);
      return [{ entry, place: encodeKey(indexKey(index, { ...entry.data, id })) }];
    }
    const post = posts[at];
    if (!post || !isOfFields(post)) return [];
    const [key = []] = order === undefined ? [indexKey(index, post)] : fieldKeys(order.index, post);
    const place = encodeKey(key);
    return [{ entry, place: order === undefined ? place : place.slice(walk.start.length) }];
  });
  const missing =
    encodeKey(missingPrefix({ id: "" }))
      .split("!")
      .at(-1) ?? "";
  const isMissing = (place: string): number => (order && place.startsWith(`${missing}!`) ? 1 : 0);
  const direction = (order?.reverse ?? isSortReverse) ? -1 : 1;
  const compare = (one: string, other: string): number =>
    isMissing(one) - isMissing(other) || direction * compareTexts(one, other);
  const following = placed
    .filter(({ place }) => after === undefined || compare(place, after) > 0)
    .toSorted((one, other) => compare(one.place, other.place));
  const page = following.slice(0, limit);
  return {
    items: page.map(({ entry }) => entry),
    next: following.length > limit ? (page.at(-1)?.place ?? null) : null,
  };
}

/** Returns null in place of each entry whose post does not match the filters. */
async function matchingEntries(
  store: Store,
  partition: readonly string[],
  {
    entries,
    isOfFields,
  }: { entries: (Stored<PostIndexEntry> | null)[]; isOfFields: (post: StoredPost) => boolean },
): Promise<(Stored<PostIndexEntry> | null)[]> {
  const given = entries.filter((entry) => entry !== null);
  const posts = await postsOf(store, partition, given);
  const matches = new Set(
    given.filter((_, index) => {
      const post = posts[index];
      return post && isOfFields(post);
    }),
  );
  return entries.map((entry) => (entry !== null && matches.has(entry) ? entry : null));
}

/** Reads the posts of entries. Null: the post is missing, damaged, or has another id. The page reports it if it is read again. */
async function postsOf(
  store: Store,
  partition: readonly string[],
  entries: readonly Stored<PostIndexEntry>[],
): Promise<(StoredPost | null)[]> {
  const found = await store.getReadable<StoredPost[]>(
    entries.map(({ data }) => ({ partition: [...partition], key: postKey(data.slug) })),
  );
  return entries.map(({ key }, index) => {
    const post = found[index]?.data;
    return post?.id === lastNumberOf(key) ? post : null;
  });
}

/** Lists the entries of the posts that match filters, in pages. */
export async function* pagesByFields(
  store: Store,
  partition: readonly string[],
  [first, ...others]: readonly FieldFilter[],
): AsyncGenerator<Stored<FieldEntry>[]> {
  if (first === undefined) return;
  const known: Set<number>[] = [];
  for (const filter of others) {
    const ids = new Set<number>();
    for await (const { key } of store.listAll(partition, rangeOfFilter(filter))) ids.add(lastNumberOf(key));
    known.push(ids);
  }
  const isMatch = ({ key }: Stored<FieldEntry>): boolean => known.every((ids) => ids.has(lastNumberOf(key)));
  const pages = store.listPages<FieldEntry>(partition, rangeOfFilter(first), walking.batch);
  for await (const entries of pages) yield entries.filter(isMatch);
}
