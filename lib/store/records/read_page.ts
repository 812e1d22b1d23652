import type { Awaitable } from "../../base/awaitable.ts";
import { type KeyPart, rangeOf, encodeKey } from "../encode_key.ts";
import type { ListOptions, Store } from "../store.ts";
import type { Stored } from "../stored.ts";

/** Maximum number of entries that a page reads, unless its list sets it. It limits the time of a filter with few matches. */
const usuallyScanned = 1000;
/** Number of entries in a batch, unless the list sets it. */
const usualBatch = 101;

/** A range of the entries of a list. */
export type EntryRange = Pick<ListOptions, "prefix" | "from" | "to" | "reverse">;

/** A page of the items of a list. */
export interface PageOfEntries<Entry, Item> {
  /** Ranges of the entries, in the order of the list. */
  ranges: readonly EntryRange[];
  limit: number;
  /** `next` of the previous page. */
  after: string | undefined;
  /** Returns the item of each entry, in the order of the entries. Null for an entry that does not belong to the list. */
  read: (entries: readonly Stored<Entry>[]) => Awaitable<readonly (Item | null)[]>;
  /** Maximum number of entries that the page reads. Default: 1,000. */
  mostScanned?: number;
  /** Number of entries in a batch. Default: 101. */
  batch?: number;
}

/**
 * Reads a page of the items of a list. Entries without an item do not count. `next` is null on the last page. A page that reads too many
 * entries without an item ends early.
 */
export async function readPage<Entry, Item>(
  store: Store,
  partition: readonly KeyPart[],
  {
    ranges,
    limit,
    after,
    read,
    mostScanned = usuallyScanned,
    batch = usualBatch,
  }: PageOfEntries<Entry, Item>,
): Promise<{ items: Item[]; next: string | null }> {
  const items: Item[] = [];
  const turns = store.turns();
  let [start, last] = [after, after];
  const resumed = ranges.findIndex(({ prefix }) => after?.startsWith(rangeOf(prefix).start));
  const remaining = ranges.slice(Math.max(resumed, 0));
  let range = remaining.shift();
  for (let scanned = 0; range !== undefined && scanned < mostScanned; scanned += batch) {
    if (turns.isOver) await turns.next();
    // One more than a page: if all entries have an item, one read fills the page and finds out if it is the last.
    const size = scanned === 0 ? Math.min(limit + 1, batch) : batch;
    const options: ListOptions = { ...range, limit: size };
    if (start !== undefined) options.after = start;
    const entries = await store.list<Entry>(partition, options);
    const found = entries.length === 0 ? [] : await read(entries);
    for (const [index, { key }] of entries.entries()) {
      const item = found[index] ?? null;
      if (item !== null && items.length === limit) return { items, next: last ?? null };
      if (item !== null) items.push(item);
      start = last = key;
    }
    if (entries.length < size) [range, start] = [remaining.shift(), undefined];
  }
  return { items, next: range === undefined ? null : (last ?? null) };
}

/** Returns the keys without a written record, such as those that a commit must delete. */
export function keysBeside(
  keys: readonly (readonly KeyPart[])[],
  written: readonly { key: readonly KeyPart[] }[],
): (readonly KeyPart[])[] {
  const names = new Set(written.map(({ key }) => encodeKey(key)));
  return keys.filter((key) => !names.has(encodeKey(key)));
}
