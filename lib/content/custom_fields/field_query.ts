import { dataOf, encodeKey, type KeyPart, type StoreAndClock } from "../../store/mod.ts";
import type { CustomFilter, CustomSort, PostQuery } from "../sources/content_source.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import { type PostsVersion, postsVersionKey } from "../posts/post_record.ts";
import {
  type FieldIndex,
  type FieldIndexes,
  fieldIndexesKey,
  givenPrefix,
  hasUnreadEntries,
  indexOf,
  keptIndexes,
  partsOfPost,
  partsOfValue,
} from "./field_index.ts";

/** A filter with the index of its field. */
export interface FieldFilter extends CustomFilter {
  index: FieldIndex;
}

/** The filters and the order of a list by fields, with their indexes. */
export interface FieldQuery {
  filters: readonly FieldFilter[];
  order: (CustomSort & { index: FieldIndex }) | undefined;
}

/** Range of the entries that match a filter. */
export interface FieldRange {
  prefix: readonly KeyPart[];
  from?: readonly KeyPart[];
  to?: readonly KeyPart[];
}

/** State of the indexes of fields. */
export interface ReadIndexes {
  /** The indexes with all posts. */
  complete: readonly FieldIndex[];
  /** Number of posts that the others have. */
  indexed: number;
  /** True if entries of former indexes can be deleted. */
  hasUnread: boolean;
}

/** Reads the state of the indexes of an organization's fields. */
export async function readFieldIndexes(
  { store, clock }: StoreAndClock,
  organizationSlug: string,
): Promise<ReadIndexes> {
  const partition = ["org", organizationSlug];
  const [version, found] = await store.getManyOrDamage<[PostsVersion, FieldIndexes]>(
    [postsVersionKey, fieldIndexesKey].map((key) => ({ partition, key })),
  );
  const record = dataOf(found);
  return {
    complete: keptIndexes(dataOf(version), record).filter(({ isComplete }) => isComplete),
    indexed: record?.indexed ?? 0,
    hasUnread: record !== undefined && hasUnreadEntries(record, clock.now()),
  };
}

/** Returns filters and an order with the indexes of their fields, or undefined if an index is not complete. */
export function fieldQueryOf(
  indexes: readonly FieldIndex[],
  { custom = [], customSort }: Pick<PostQuery, "custom" | "customSort">,
): FieldQuery | undefined {
  const filters = custom.flatMap((filter) => {
    const index = indexOf(indexes, filter.field);
    return index === undefined ? [] : [{ ...filter, index }];
  });
  const index = customSort && indexOf(indexes, customSort.field);
  const isReady = filters.length === custom.length && (customSort === undefined || index !== undefined);
  return isReady ? { filters, order: customSort && index && { ...customSort, index } } : undefined;
}

/** Sorts after the publication time of every post. */
const afterEveryTime = Number.MAX_SAFE_INTEGER;

/** Returns the range of the entries that match a filter. */
export function rangeOfFilter({ index, is, from, to }: FieldFilter): FieldRange {
  const given = givenPrefix(index);
  if (is !== undefined) return { prefix: [...given, ...partsOfValue(index.field, is)] };
  return {
    prefix: given,
    ...(from !== undefined && { from: [...given, ...partsOfValue(index.field, from)] }),
    ...(to !== undefined && { to: [...given, ...partsOfValue(index.field, to), afterEveryTime] }),
  };
}

/** Creates the predicate for the posts that match filters. It compares the same values as the indexes. */
export function fieldMatcher(filters: readonly CustomFilter[] = []): (post: StoredPost) => boolean {
  const compared = filters.map(({ field, is, from, to }) => {
    const [exact, least, greatest] = [is, from, to].map((value) =>
      value === undefined ? undefined : encodeKey(partsOfValue(field, value)),
    );
    return (value: string): boolean =>
      (exact === undefined || value === exact) &&
      (least === undefined || value >= least) &&
      (greatest === undefined || value <= greatest);
  });
  return (post) =>
    filters.every(({ field }, index) => {
      const isMatch = compared[index] ?? (() => false);
      return partsOfPost(field, post).some((parts) => isMatch(encodeKey(parts)));
    });
}
