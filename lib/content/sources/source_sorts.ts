import { type ContentSource, type PostSort, type PostSortField, postSortFields } from "./content_source.ts";

/** Fields of a source that does not state its own. */
const usualFields: readonly PostSortField[] = ["createdAt", "updatedAt", "name"];

/** Returns the orders of lists by these fields. */
export function sortsBy(fields: readonly PostSortField[]): PostSort[] {
  return fields.flatMap((field): PostSort[] => [field, `-${field}`]);
}

/** Every order of a list of posts. */
export const postSorts: readonly PostSort[] = sortsBy(postSortFields);

/** Returns the orders in which a source lists posts. */
export function sortsOf({ sortFields = usualFields }: Pick<ContentSource, "sortFields">): PostSort[] {
  return sortsBy(sortFields);
}

/** Returns the order of a source that begins with the newest post. */
export function newestFirst({ sortFields = usualFields }: Pick<ContentSource, "sortFields">): PostSort {
  return sortFields.includes("publishedAt") ? "-publishedAt" : "-createdAt";
}
