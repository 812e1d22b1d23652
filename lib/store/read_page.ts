import type { KeyPart } from "./encode_key.ts";
import type { ListOptions, Store } from "./store.ts";
import type { Stored } from "./stored.ts";

/** Maximum number of entries that a page reads. It limits the time of a filter with few matches. */
const mostScanned = 1000;
const batch = 101;

/** A range of an index's entries, and a page of the items that they name. */
export interface PageOfEntries<Entry, Item> extends Pick<ListOptions, "prefix" | "from" | "to" | "reverse"> {
  /** 1 to 100. */
  limit: number;
  /** `next` of the previous page. */
  after: string | undefined;
  /** Returns the item of each entry, in the order of the entries. Null for an entry that does not belong to the list. */
  read: (entries: readonly Stored<Entry>[]) => Promise<readonly (Item | null)[]>;
}

/**
 * Reads a page of the items that the entries of an index name. Entries without an item do not count. `next` is null on the last page. A page
 * that reads too many entries without an item ends early.
 *
 * @throws {RangeError} if `limit` is out of range
 */
export async function readPage<Entry, Item>(
  store: Store,
  partition: readonly KeyPart[],
  { limit, after: start, read, ...range }: PageOfEntries<Entry, Item>,
): Promise<{ items: Item[]; next: string | null }> {
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw new RangeError(`Cannot read the page: limit must be a whole number from 1 to 100, and is ${limit}`);
  }
  const items: Item[] = [];
  let after = start;
  const turns = store.turns();
  for (let scanned = 0; scanned < mostScanned; scanned += batch) {
    if (turns.isOver) await turns.next();
    // One more than a page: if all entries have an item, one read fills the page and finds out if it is the last.
    const options: ListOptions = { ...range, limit: scanned === 0 ? limit + 1 : batch };
    if (after !== undefined) options.after = after;
    const entries = await store.list<Entry>(partition, options);
    const found = await read(entries);
    for (const [index, { key }] of entries.entries()) {
      const item = found[index] ?? null;
      if (item !== null && items.length === limit) return { items, next: after ?? null };
      if (item !== null) items.push(item);
      after = key;
    }
    if (entries.length < options.limit) return { items, next: null };
  }
  return { items, next: after ?? null };
}
